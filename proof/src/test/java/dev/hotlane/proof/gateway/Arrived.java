package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.ReplyWriter;
import java.util.Arrays;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record of the command topic as a processor read it, with a view of its own. */
final class Arrived {
    private static final int REPLY_LENGTH_MAX = 64 * 1024;
    private static final byte[] NO_CURSOR = {};

    final byte[] id;
    final long offset;
    final RecordKind kind;
    private final RecordView view = new RecordView();

    Arrived(ConsumerRecord<byte[], byte[]> record) {
        id = record.key();
        offset = record.offset();
        kind = view.wrap(record.key(), record.value());
    }

    CommandView command() {
        return view.command();
    }

    ReadView read() {
        return view.read();
    }

    long request() {
        return kind == RecordKind.COMMAND ? command().request() : read().request();
    }

    /** A whole reply message to the record's request. */
    byte[] reply(Consumer<ReplyWriter> content) {
        return reply(NO_CURSOR, content);
    }

    /** As above, for a page of holds that goes on after the hold of that id. */
    byte[] reply(byte[] cursor, Consumer<ReplyWriter> content) {
        if (kind == RecordKind.COMMAND) {
            return reply(command().gatewayHi(), request(), Hash.of(id, 0, id.length, 0), cursor, content);
        }
        return reply(read().gatewayHi(), request(), 0, cursor, content);
    }

    /** A whole reply message with another gateway, request or id hash. */
    byte[] reply(long gatewayHi, long request, long idHash, Consumer<ReplyWriter> content) {
        return reply(gatewayHi, request, idHash, NO_CURSOR, content);
    }

    private byte[] reply(long gatewayHi, long request, long idHash, byte[] cursor, Consumer<ReplyWriter> content) {
        long gatewayLo = kind == RecordKind.COMMAND ? command().gatewayLo() : read().gatewayLo();
        byte[] bytes = new byte[REPLY_LENGTH_MAX];
        ReplyWriter writer =
                new ReplyWriter().begin(new UnsafeBuffer(bytes), 0).to(gatewayHi, gatewayLo, request, idHash);
        content.accept(writer);
        return Arrays.copyOf(bytes, writer.end(cursor, 0, cursor.length));
    }
}
