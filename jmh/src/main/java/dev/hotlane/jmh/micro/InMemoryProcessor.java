package dev.hotlane.jmh.micro;

import com.lmax.disruptor.RingBuffer;
import dev.hotlane.flusher.batch.DiscardingExchange;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.StagePorts;
import dev.hotlane.processor.ring.StageSettings;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.protocol.Meta;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A processor's own stages and ring, made by the product's {@link Stages} with the product's settings, between a log and
 * a database that aren't there: records are published as its log reader does, packed replies are acknowledged at once,
 * frozen batches thrown away.
 */
final class InMemoryProcessor {
    /** Who leads the state of a {@link CommandSource}. */
    private static final Incarnation LEADER = new Incarnation(1, 2);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RING_SIZE = ProcessorSettings.Pace.RING_SIZE;
    private static final int PUBLISH_MAX = 256;
    private static final int REPLY_PARTITIONS = 1;

    /** Its pace of batches is the product's; nothing connects to it. */
    private static final FlushSettings NOWHERE = FlushSettings.of("jdbc:mysql://nowhere/lane", "", "");

    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong replyRecords = new AtomicLong();
    private final Halt halt = new Halt(refusal -> {});
    private final Positions positions;
    private final Stages stages;
    private final Pipeline pipeline;
    private long next;

    /** @param views where changed counters go */
    InMemoryProcessor(State filled, ViewPorts views) {
        next = filled.nextOffset();
        Meta cut = new Meta();
        cut.nextOffset = next;
        AckMark mark = new AckMark(next);
        ReplySender sender = new ReplySender(acknowledging(), "replies", mark, halt, OwnGateway.NONE);
        DiscardingExchange discarding = new DiscardingExchange(map -> rows.setOpaque(rows.getPlain() + map.size()));
        // It never catches up with the end of this log, so it never stands: all TICKs come from the source.
        long end = Long.MAX_VALUE;
        positions = Positions.of(next, end, System.nanoTime(), FlushLimit.of(next, mark), discarding::flushedOffset);
        StageSettings pace =
                new StageSettings(LEADER, new Replay(next, end, 0), LeadSettings.DEFAULT, NOWHERE, PATIENCE);
        pipeline = new Pipeline(
                RING_SIZE, WaitKind.fitFor(Runtime.getRuntime().availableProcessors()), pace.quiet(), halt);
        StagePorts ports = new StagePorts(
                pipeline.ring()::get,
                positions,
                new Outlet(record -> {}, nanos -> {}, false),
                new StagePorts.Replies(sender, mark, () -> REPLY_PARTITIONS, garbage -> {}),
                new StagePorts.Flushes(discarding, epoch -> {}),
                views,
                Clocks.SYSTEM);
        stages = new Stages(filled, cut, ports, pace);
        pipeline.start(stages.state, stages.reply, stages.flush, stages.view);
    }

    private Producer<byte[], byte[]> acknowledging() {
        @SuppressWarnings("unchecked")
        Producer<byte[], byte[]> producer = (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Producer.class}, (self, method, arguments) -> {
                    if (method.getName().equals("send")) {
                        ProducerRecord<?, ?> record = (ProducerRecord<?, ?>) arguments[0];
                        replyRecords.setOpaque(replyRecords.getPlain() + (record.value() == null ? 0 : 1));
                        ((Callback) arguments[1]).onCompletion(null, null);
                    }
                    return null;
                });
        return producer;
    }

    /** Publishes records that the broker stamped at {@code time}, as many at once as a log reader does. */
    void publish(long time, byte[][] keys, byte[][] values) {
        RingBuffer<Slot> ring = pipeline.ring();
        for (int from = 0; from < values.length; from += PUBLISH_MAX) {
            int upTo = Math.min(from + PUBLISH_MAX, values.length);
            long high = ring.next(upTo - from);
            long low = high - (upTo - from) + 1;
            for (int i = from; i < upTo; i++) {
                Slot slot = ring.get(low + i - from);
                slot.offset = next++;
                slot.timestamp = time;
                slot.key = keys[i];
                slot.value = values[i];
            }
            ring.publish(low, high);
        }
    }

    /** Waits until all that was published is applied, answered, and given to hBatching. */
    void await() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        RingBuffer<Slot> ring = pipeline.ring();
        while (positions.replied().getAsLong() < next || ring.remainingCapacity() < RING_SIZE) {
            HaltReason fault = halt.reason();
            if (fault != null) {
                throw fault;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "answered up to " + positions.replied().getAsLong() + ", published " + next);
            }
            Thread.yield();
        }
    }

    /** Fails unless that many commands were applied and answered, and batches came out. */
    void verify(long commands) {
        long applied = positions.applied().getAsLong();
        if (applied != next || stages.reply.replies() != commands || replyRecords.get() == 0 || rows.get() == 0) {
            throw new IllegalStateException("of " + commands + " commands up to " + next + " it applied those below "
                    + applied + ", answered " + stages.reply.replies() + " in " + replyRecords.get()
                    + " records, and gave MySQL " + rows.get() + " rows");
        }
    }

    /** Packs passed to a view in memory. */
    long packs() {
        return stages.view == null ? 0 : stages.view.packsInMemory();
    }

    void stop() throws InterruptedException {
        pipeline.stop(PATIENCE);
    }
}
