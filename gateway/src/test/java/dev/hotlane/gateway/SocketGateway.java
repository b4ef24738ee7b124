package dev.hotlane.gateway;

import dev.hotlane.gateway.lane.LocalReplies;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A gateway on real sockets of the loopback addresses, in front of a log in memory. Its processor accepts every command,
 * at once or after {@link #answer}. Reservation {@link #CONFIRMED} was confirmed before. Any thread.
 */
public final class SocketGateway implements AutoCloseable {
    private static final long TIME = 1_800_000_000_000L;

    /** Most bytes of changes that wait for MySQL, by its BEATs. */
    public static final long DIRTY_MAX = 1_000;

    /** The reservation that each confirm finds confirmed. */
    public static final String CONFIRMED = "r-confirmed";

    private static final Duration HAND_OVER_MAX = Duration.ofSeconds(20);

    private final ScratchGateway gateway;
    private final List<ProducerRecord<byte[], byte[]>> waiting = new ArrayList<>();
    private final List<SocketCaller> callers = new ArrayList<>();
    private final AtomicLong offset = new AtomicLong();
    private volatile LocalReplies replies;
    private boolean silent;

    /** Starts it with the usual settings, changed by the test; returns when it serves calls. */
    public SocketGateway(UnaryOperator<GatewaySettings> change) {
        GatewaySettings usual = GatewaySettings.of("nowhere:0", 0, 0)
                .withTimes(GatewayTimes.USUAL
                        .withBeatAgeMax(Duration.ofMinutes(10))
                        .withDrainMax(Duration.ZERO));
        gateway = ScratchGateway.start(new Log(), change.apply(usual));
        replies = gateway.localReplies();
        dirty(DIRTY_MAX);
    }

    /** Receives a BEAT by which that many bytes of changes wait for MySQL. */
    public void dirty(long bytes) {
        byte[] beat = ReplyRecord.message(new Beat(
                1,
                1,
                2,
                TIME,
                0,
                1,
                0,
                0,
                0,
                0,
                1,
                1,
                0,
                1,
                1,
                64,
                1_000,
                86_400_000,
                0,
                1,
                0,
                1,
                1,
                bytes,
                DIRTY_MAX));
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(beat, 0, beat.length);
        gateway.receive(packer.seal());
    }

    /** Its port on 127.0.0.1. */
    public int port() {
        return gateway.port();
    }

    /** A new connection from 127.0.0.1, which ends with this gateway. Only for the thread of the test. */
    public SocketCaller caller() throws IOException {
        SocketCaller caller = new SocketCaller(port());
        callers.add(caller);
        return caller;
    }

    /** Sends JSON, with a command's id of its own, on a new connection. */
    public SocketCaller post(String path, String body) throws IOException {
        return post(path, "application/json", body);
    }

    /** The same of another media type; a batch has no id. */
    public SocketCaller post(String path, String type, String body) throws IOException {
        SocketCaller caller = caller();
        String key = type.endsWith("ndjson") ? "" : "Idempotency-Key: k-" + callers.size() + "\r\n";
        return caller.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + key + "Content-Type: " + type
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Ends the connections of {@link #caller}. */
    public void endCallers() throws IOException {
        for (SocketCaller caller : callers) {
            caller.close();
        }
    }

    /** From now on commands get no reply until {@link #answer}. */
    public synchronized void silence() {
        silent = true;
    }

    /** Accepts the commands that wait, and from now on each at once. */
    public synchronized void answer() {
        silent = false;
        waiting.forEach(this::reply);
        waiting.clear();
    }

    /** Number of commands that wait for {@link #answer}. */
    public synchronized int waiting() {
        return waiting.size();
    }

    /** Number of records in the log. */
    public long records() {
        return offset.get();
    }

    /** Sum of the meters whose lines begin so, read from 127.0.0.1. */
    public double meter(String prefix) {
        return meter(prefix, "");
    }

    /** The same by the key of a principal that may observe. */
    public double meterBy(String key, String prefix) {
        return meter(prefix, "Authorization: Bearer " + key + "\r\n");
    }

    private double meter(String prefix, String header) {
        try (SocketCaller caller = new SocketCaller(port())) {
            return caller.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + "\r\n")
                    .rest()
                    .lines()
                    .filter(line -> line.startsWith(prefix))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void arrived(ProducerRecord<byte[], byte[]> record) {
        if (silent) {
            waiting.add(record);
        } else {
            reply(record);
        }
    }

    private void reply(ProducerRecord<byte[], byte[]> record) {
        RecordView view = new RecordView();
        if (view.wrap(record.key(), record.value()) != RecordKind.COMMAND) {
            throw new AssertionError("the tests of this gateway send commands only");
        }
        CommandView command = view.command();
        byte[] id = record.key();
        byte[] bytes = new byte[4 * 1024];
        ReplyWriter writer = new ReplyWriter()
                .begin(new UnsafeBuffer(bytes), 0)
                .to(command.gatewayHi(), command.gatewayLo(), command.request(), Hash.of(id, 0, id.length, 0));
        if (command.kind() == CommandKind.ABANDON.value()) {
            writer.verdict(Verdict.ABANDONED, offset.get(), TIME).stored().problem(ReplyWriter.NO_OP, 0, 0, 0, 0);
        } else {
            writer.verdict(Verdict.OK, offset.get(), TIME);
            outcome(writer, command);
        }
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(bytes, 0, writer.end());
        if (!replies.handOver(packer.seal(), HAND_OVER_MAX)) {
            throw new AssertionError("no room for a reply");
        }
    }

    private void outcome(ReplyWriter writer, CommandView command) {
        if (command.kind() == CommandKind.TRANSACT.value()) {
            writer.results(command.opCount());
            for (int i = 0; i < command.opCount(); i++) {
                writer.result(2, 1, offset.get());
            }
        } else {
            byte[] key = "stock:a".getBytes(StandardCharsets.US_ASCII);
            String target = new String(
                    command.bytes(), command.targetOffset(), command.targetLength(), StandardCharsets.US_ASCII);
            if (target.equals(CONFIRMED)) {
                writer.replayed(0, TIME).copied();
            }
            writer.holds(1);
            writer.hold(HoldState.CONFIRMED, 0, TIME, TIME + 1, TIME, 1);
            writer.line(key, 0, key.length, 1, 1, 1);
            writer.names(command.bytes(), command.targetOffset(), command.targetLength(), key, 0, 0);
        }
    }

    /** Ends its connections, then itself. */
    @Override
    public void close() {
        try {
            endCallers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            gateway.close();
        }
    }

    /** Hands each record on as soon as it is in the log. */
    private final class Log extends MockProducer<byte[], byte[]> {
        Log() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            Future<RecordMetadata> sent = super.send(record, callback);
            offset.incrementAndGet();
            arrived(record);
            return sent;
        }
    }
}
