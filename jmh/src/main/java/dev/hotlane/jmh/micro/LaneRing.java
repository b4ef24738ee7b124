package dev.hotlane.jmh.micro;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.DiscardingExchange;
import dev.hotlane.flusher.HBatching;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.Meta;
import dev.hotlane.processor.state.State;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The lane between log and MySQL, without either: ring, state and, if wanted, hBatching into nothing. */
final class LaneRing {
    private static final long CUT_INTERVAL_MILLIS = 100;
    private static final int CUT_KEYS_MAX = 100_000;

    /** A place in the ring. */
    static final class Slot {
        long timestamp;
        byte[] key;
        byte[] value;
        final Effects effects = new Effects();
        final Meta meta = new Meta();
    }

    private final State state;
    private final Disruptor<Slot> disruptor;
    private final RoundEnd roundEnd = new RoundEnd();
    private final Flush flush;
    private final long commandsBefore;
    private long commands;

    LaneRing(State state, int size, boolean hBatching) {
        this.state = state;
        commandsBefore = state.nextOffset();
        flush = hBatching ? new Flush(commandsBefore) : null;
        disruptor = new Disruptor<>(
                Slot::new, size, Executors.defaultThreadFactory(), ProducerType.SINGLE, new YieldingWaitStrategy());
        disruptor.setDefaultExceptionHandler(new Failing());
        if (hBatching) {
            disruptor.handleEventsWith(this::applyAndDescribe).then(flush);
        } else {
            disruptor.handleEventsWith(this::apply);
        }
        disruptor.start();
    }

    private void apply(Slot slot, long sequence, boolean endOfBatch) {
        state.apply(state.nextOffset(), slot.timestamp, slot.key, slot.value, slot.effects);
        roundEnd.done(sequence);
    }

    private void applyAndDescribe(Slot slot, long sequence, boolean endOfBatch) {
        state.apply(state.nextOffset(), slot.timestamp, slot.key, slot.value, slot.effects);
        state.describe(slot.meta);
    }

    RingBuffer<Slot> ring() {
        return disruptor.getRingBuffer();
    }

    /** Publishes one record and waits until all of the ring is done with it. */
    void publish(long timestamp, byte[] key, byte[] value) {
        ring().publishEvent((slot, sequence) -> {
            slot.timestamp = timestamp;
            slot.key = key;
            slot.value = value;
        });
        await();
    }

    /** Waits until the last stage is done with all that was published. */
    void await() {
        roundEnd.await(ring().getCursor());
    }

    /** Fails unless every record reached the last stage, changes and window entry included. */
    void verify() {
        long records = ring().getCursor() + 1;
        if (state.nextOffset() != commandsBefore + records) {
            throw new IllegalStateException(
                    "applied " + state.nextOffset() + ", expected " + records + " more than " + commandsBefore);
        }
        if (flush != null) {
            flush.verify(records);
        }
    }

    void stop() throws TimeoutException {
        disruptor.shutdown(10, TimeUnit.SECONDS);
    }

    /** The flush stage: values into the filling batch, a cut when one is due. */
    private final class Flush implements EventHandler<Slot>, Effects.ChangeSink {
        private final DiscardingExchange exchange = new DiscardingExchange();
        private final HBatching batching = new HBatching(exchange, CUT_INTERVAL_MILLIS, CUT_KEYS_MAX);
        private final Cut cut = new Cut();
        private long offset;
        private long changes;
        private long entries;
        private long ticks;

        Flush(long firstOffset) {
            offset = firstOffset;
        }

        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            Effects effects = slot.effects;
            effects.forEachChange(this);
            if (effects.windowEntryCount() > 0) {
                batching.packed(offset, effects.windowEntries(), 0, effects.windowEntryLength(0));
                entries++;
            } else {
                ticks++;
            }
            offset++;
            if (endOfBatch && batching.due()) {
                cut.nextOffset = slot.meta.nextOffset;
                cut.windowStart = slot.meta.windowStart;
                batching.offerCut(cut);
            }
            roundEnd.done(sequence);
        }

        @Override
        public void counter(
                byte[] key, int at, int length, long hash, long value, long version, long held, long confirmed) {
            batching.counter(key, at, length, hash, value, version, held, confirmed);
            changes++;
        }

        @Override
        public void removed(byte[] key, int at, int length, long hash) {
            batching.removed(key, at, length, hash);
        }

        private void verify(long records) {
            if (changes != records - ticks || entries != changes || exchange.flushedOffset() == 0) {
                throw new IllegalStateException("of " + records + " records, " + ticks + " of them TICKs, " + changes
                        + " changes and " + entries + " entries came to hBatching, which stands at "
                        + exchange.flushedOffset());
            }
        }
    }

    /** Fails the round: a stage that threw must not go on. */
    private final class Failing implements ExceptionHandler<Slot> {
        @Override
        public void handleEventException(Throwable cause, long sequence, Slot slot) {
            roundEnd.failed(cause);
            throw new IllegalStateException(cause);
        }

        @Override
        public void handleOnStartException(Throwable cause) {
            roundEnd.failed(cause);
        }

        @Override
        public void handleOnShutdownException(Throwable cause) {
            roundEnd.failed(cause);
        }
    }
}
