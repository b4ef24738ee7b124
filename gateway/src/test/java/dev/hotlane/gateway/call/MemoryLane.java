package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.BodyRoom;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.ExchangeMeters;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.lane.LaneLink;
import dev.hotlane.gateway.lane.Pending;
import dev.hotlane.gateway.lane.ReadProofs;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The exchanges of one event loop between a log in memory and replies that a test writes. One thread, which turns the loop. */
final class MemoryLane implements ExchangeMeters {
    static final long WAIT_MS = 300;
    private static final long MS = 1_000_000;
    private static final int REPLY_MAX = 64 * 1024;

    final MockProducer<byte[], byte[]> log =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    final LaneHealth health = new LaneHealth(Duration.ofSeconds(2));
    final Exchanges exchanges;
    int joined;
    int timedOut;
    int overloaded;
    int unavailable;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private long now = Long.MAX_VALUE - 100 * MS;
    private long wallMs = 1_000_000;
    final ReadProofs proofs = new ReadProofs(() -> -1, () -> wallMs, now);

    MemoryLane(int inFlightMax) {
        this(inFlightMax, LaneSettings.of("nowhere:0", 0));
    }

    MemoryLane(int inFlightMax, LaneSettings settings) {
        health.replies(null);
        health.heard(new Beat(1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1), now);
        CommandProducer producer = CommandProducer.into(log, settings, health);
        LaneLink link = new LaneLink(1, 2, 0, producer, health, this, proofs);
        Duration wait = Duration.ofMillis(WAIT_MS);
        exchanges =
                new Exchanges(link, new Pending<>(inFlightMax, 0, 1), new BodyRoom(1_000), wait, tasks::add, () -> now);
    }

    long now() {
        return now;
    }

    void pass(long millis) {
        passNanos(millis * MS);
    }

    void passNanos(long nanos) {
        now += nanos;
        wallMs += nanos / MS;
    }

    /** Ends this turn: runs the tasks that wait. */
    void endTurn() {
        for (int i = tasks.size(); i > 0; i--) {
            tasks.remove().run();
        }
    }

    /** Number of records in the log. */
    int records() {
        return log.history().size();
    }

    /** The keys of record i, which is a READ. */
    List<String> keys(int i) {
        ReadView read = read(i);
        return IntStream.range(0, read.keyCount())
                .mapToObj(key ->
                        new String(read.bytes(), read.keyOffset(key), read.keyLength(key), StandardCharsets.UTF_8))
                .toList();
    }

    /** The READ that is record i. */
    ReadView read(int i) {
        ProducerRecord<byte[], byte[]> record = log.history().get(i);
        RecordView view = new RecordView();
        if (view.wrap(record.key(), record.value()) != RecordKind.READ) {
            throw new AssertionError("record " + i + " is no READ");
        }
        return view.read();
    }

    /** Delivers this reply to record i, within a turn of its own. */
    void reply(int i, Consumer<ReplyWriter> content) {
        byte[] bytes = new byte[REPLY_MAX];
        ReplyWriter writer = new ReplyWriter().begin(new UnsafeBuffer(bytes), 0).to(1, 2, read(i).request(), 0);
        content.accept(writer);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(bytes, 0, writer.end());
        exchanges.deliver(new ReplyConsumer.Batch(List.of(packer.seal()), now, true));
        endTurn();
    }

    /** Delivers a BEAT of a leader that has applied all below this offset. */
    void beat(long applied) {
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        byte[] message = ReplyRecord.message(
                new Beat(1, 1, 2, 3, 0, applied, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1));
        packer.add(message, 0, message.length);
        exchanges.deliver(new ReplyConsumer.Batch(List.of(packer.seal()), now, true));
        endTurn();
    }

    @Override
    public void joined() {
        joined++;
    }

    @Override
    public void timedOut(int requests) {
        timedOut += requests;
    }

    @Override
    public void overloaded(int requests) {
        overloaded += requests;
    }

    @Override
    public void unavailable(int requests) {
        unavailable += requests;
    }

    @Override
    public void roundTrip(long nanos) {
        if (nanos < 0) {
            throw new AssertionError("a round trip of " + nanos + " ns");
        }
    }

    @Override
    public void stray(Stray stray) {}

    @Override
    public void producerFailed() {}
}
