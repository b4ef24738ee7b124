package dev.hotlane.protocol;

import static dev.hotlane.protocol.Samples.utf8;

import dev.hotlane.protocol.sbe.HoldState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** A record of the reply topic for each shape of reply, for a BEAT, and for several in one. */
public final class ReplySamples {
    static final Beat BEAT = new Beat(
            5,
            1,
            -2,
            1_700_000_000_123L,
            1_000_000,
            1000,
            998,
            1_700_000_000_120L,
            1_699_999_400_000L,
            12,
            1 << 22,
            600_000,
            1_699_999_400_001L,
            2,
            1,
            64,
            1_000,
            86_400_000,
            3,
            2_000_000,
            5,
            1_000_000,
            3_600_000,
            12_345_678,
            1_300_000_000);

    private ReplySamples() {}

    /** By name. */
    public static Map<String, byte[]> records() {
        Map<String, byte[]> records = new LinkedHashMap<>();
        messages().forEach((name, message) -> records.put(name, record(message)));
        records.put("beat", record(ReplyRecord.message(BEAT)));
        records.put("halted", ReplyRecord.halted(1, -2, 123_456_789_012L));
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        messages().values().forEach(message -> packer.add(message, 0, message.length));
        byte[] beat = ReplyRecord.message(BEAT);
        packer.add(beat, 0, beat.length);
        records.put("packed", packer.seal());
        records.put(
                "reply-copied",
                record(message(reply -> reply.verdict(Verdict.OK, 9, 1_700_000_000_500L)
                        .replayed(7, 1_700_000_000_000L)
                        .copied())));
        return records;
    }

    static Map<String, byte[]> messages() {
        Map<String, byte[]> messages = new LinkedHashMap<>();
        messages.put("reply-results", message(reply -> {
            reply.verdict(Verdict.OK, 1_000_007, 1_700_000_000_000L).results(2);
            reply.result(10, 9, 1_000_007);
            reply.result(Long.MIN_VALUE, Long.MAX_VALUE, 1);
        }));
        messages.put(
                "reply-replayed",
                message(reply -> reply.verdict(Verdict.INSUFFICIENT, 9, 1_700_000_000_500L)
                        .replayed(7, 1_700_000_000_000L)
                        .problem(1, 3, 0, 0, 0)));
        messages.put(
                "reply-expired-id",
                message(reply -> reply.verdict(Verdict.ID_EXPIRED, 8, 1_700_000_000_000L)
                        .problem(ReplyWriter.NO_OP, 0, 0, 250, 1_699_999_400_000L)));
        messages.put("reply-counters", message(reply -> {
            reply.verdict(Verdict.OK, 10, 1_700_000_000_000L).counters(3);
            reply.counter(5, 2, 1, 9);
            reply.counter(0, 0, 0, 0);
            reply.counter(-1, -2, -3, -4);
        }));
        messages.put("reply-none", message(reply -> reply.verdict(Verdict.NOT_FOUND, 11, 1_700_000_000_000L)));
        messages.put("reply-hold", hold());
        messages.put("reply-holds", page());
        return messages;
    }

    static byte[] record(byte[] message) {
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(message, 0, message.length);
        return packer.seal();
    }

    private static byte[] message(Consumer<ReplyWriter> content) {
        byte[] scratch = scratch();
        ReplyWriter writer = started(scratch);
        content.accept(writer);
        return Arrays.copyOf(scratch, writer.end());
    }

    private static byte[] hold() {
        byte[] scratch = scratch();
        ReplyWriter writer = started(scratch);
        writer.verdict(Verdict.OK, 12, 1_700_000_000_000L).stored();
        writer.results(1).result(10, 8, 12);
        writer.holds(1).hold(HoldState.HELD, 12, 1_700_000_000_000L, 1_700_000_600_000L, 0, 2);
        line(writer, "stock:a", 2, 8, 0);
        line(writer, "limit:u7", -2, 2, 0);
        names(writer, "order-1", "u7");
        return Arrays.copyOf(scratch, writer.end());
    }

    private static byte[] page() {
        byte[] scratch = scratch();
        ReplyWriter writer = started(scratch);
        writer.verdict(Verdict.OK, 13, 1_700_000_000_000L).holds(2);
        writer.hold(HoldState.CONFIRMED, 11, 1_700_000_000_000L, 1_700_000_600_000L, 1_700_000_000_500L, 1);
        line(writer, "stock:a", 2, 8, 1);
        names(writer, "order-2", "");
        writer.hold(HoldState.EXPIRED, 10, 1_700_000_000_000L, 1_700_000_000_400L, 1_700_000_000_400L, 0);
        names(writer, "order-1", "u7");
        byte[] cursor = utf8("order-1");
        return Arrays.copyOf(scratch, writer.end(cursor, 0, cursor.length));
    }

    private static void line(ReplyWriter writer, String key, long quantity, long remaining, long confirmed) {
        writer.line(utf8(key), 0, key.length(), quantity, remaining, confirmed);
    }

    private static void names(ReplyWriter writer, String id, String owner) {
        writer.names(utf8(id), 0, id.length(), utf8(owner), 0, owner.length());
    }

    /** Not zero at first: whatever a writer forgets to set is seen. */
    private static byte[] scratch() {
        byte[] scratch = new byte[1024];
        Arrays.fill(scratch, (byte) 0x5A);
        return scratch;
    }

    private static ReplyWriter started(byte[] scratch) {
        return new ReplyWriter().begin(new UnsafeBuffer(scratch), 0).to(0x0123456789ABCDEFL, -2, 42, 77);
    }
}
