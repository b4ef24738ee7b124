package dev.hotlane.jmh.micro;

import com.lmax.disruptor.RingBuffer;
import dev.hotlane.flusher.DiscardingExchange;
import dev.hotlane.flusher.HBatching;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.flush.FlushStage;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Progress;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.reply.ReplyStage;
import dev.hotlane.processor.ring.Pipeline;
import dev.hotlane.processor.ring.StateStage;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.state.State;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A processor's own stages and ring, as {@code Lane} wires them, between a log and a database that aren't there: records
 * are published as its log reader does, packed replies are acknowledged at once, frozen batches thrown away.
 */
final class InMemoryProcessor {
    /** Who leads the state of a {@link CommandSource}. */
    private static final Incarnation LEADER = new Incarnation(1, 2);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RING_SIZE = 1 << 13;
    private static final int PUBLISH_MAX = 256;
    private static final int REPLY_PARTITIONS = 1;
    private static final long INTERVAL_MILLIS = 50;
    private static final int KEYS_MAX = 50_000;

    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong replyRecords = new AtomicLong();
    private final Halt halt = new Halt(refusal -> {});
    private final AckMark mark;
    private final StateStage state;
    private final ReplyStage reply;
    private final Pipeline pipeline;
    private final DiscardingExchange flushed =
            new DiscardingExchange(map -> rows.setOpaque(rows.getPlain() + map.size()));
    private long next;

    InMemoryProcessor(State filled) {
        next = filled.nextOffset();
        mark = new AckMark(next);
        ReplySender sender = new ReplySender(acknowledging(), "replies", mark, halt);
        HBatching batching = new HBatching(flushed, INTERVAL_MILLIS, KEYS_MAX);
        FlushStage flush = new FlushStage(batching, epoch -> {}, () -> -1, 0, next);
        Clocks clocks = Clocks.SYSTEM;
        reply = new ReplyStage(
                sender,
                mark,
                () -> REPLY_PARTITIONS,
                clocks.wallMillis(),
                flushed::flushedOffset,
                PATIENCE,
                garbage -> {});
        // It never catches up with the end of this log, so it never stands: all TICKs come from the source.
        Contender silent = new Contender(
                LEADER,
                LeadSettings.DEFAULT,
                clocks,
                new Replay(next, Long.MAX_VALUE, 0),
                new Progress(mark, flushed::flushedOffset, () -> Long.MAX_VALUE, System::nanoTime),
                filled::describe,
                new Outlet(record -> {}, nanos -> {}));
        state = new StateStage(filled, next, LEADER, silent);
        Duration quiet = Duration.ofMillis(20);
        pipeline = new Pipeline(
                RING_SIZE,
                WaitKind.fitFor(Runtime.getRuntime().availableProcessors()),
                quiet,
                halt,
                state,
                reply,
                flush);
        state.reads(pipeline.ring()::get);
        flush.reads(pipeline.ring()::get);
        pipeline.start();
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
        while (mark.getAsLong() < next || ring.remainingCapacity() < RING_SIZE) {
            HaltReason fault = halt.reason();
            if (fault != null) {
                throw fault;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("answered up to " + mark.getAsLong() + ", published " + next);
            }
            Thread.yield();
        }
    }

    /** Fails unless that many commands were applied and answered, and batches came out. */
    void verify(long commands) {
        if (state.applied() != next || reply.replies() != commands || replyRecords.get() == 0 || rows.get() == 0) {
            throw new IllegalStateException("of " + commands + " commands up to " + next + " it applied those below "
                    + state.applied() + ", answered " + reply.replies() + " in " + replyRecords.get()
                    + " records, and gave MySQL " + rows.get() + " rows");
        }
    }

    void stop() throws InterruptedException {
        pipeline.stop(PATIENCE);
    }
}
