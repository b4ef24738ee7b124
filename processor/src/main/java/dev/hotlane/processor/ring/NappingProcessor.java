package dev.hotlane.processor.ring;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.util.Util;
import dev.hotlane.processor.flow.Slot;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a stage that no earlier stage wakes: it takes all slots there are, then naps. So it costs the state thread
 * nothing, and its own thread little. {@code onTimeout} is called before each nap.
 *
 * <p>A nap lasts 4 ms. It is halved while more than an eighth of the ring fills meanwhile, so that the ring is never full
 * for its sake.
 */
final class NappingProcessor implements EventProcessor {
    private static final long NAP_MAX_NANOS = Duration.ofMillis(4).toNanos();

    /** A shorter nap costs more than it saves: the thread yields instead. */
    private static final long NAP_MIN_NANOS = 60_000;

    /** Slots after which the places are free again, before all are taken. */
    private static final int RELEASE = 64;

    private final RingBuffer<Slot> ring;
    private final Sequence[] before;
    private final EventHandler<Slot> stage;
    private final ExceptionHandler<Slot> onError;
    private final Sequence done = new Sequence();
    private long napNanos = NAP_MAX_NANOS;
    private volatile Thread thread;
    private volatile boolean halted;

    /** @param before sequences of the stage that it follows */
    NappingProcessor(
            RingBuffer<Slot> ring, Sequence[] before, EventHandler<Slot> stage, ExceptionHandler<Slot> onError) {
        this.ring = ring;
        this.before = before;
        this.stage = stage;
        this.onError = onError;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        while (!halted) {
            nap(take());
        }
        thread = null;
    }

    /** Returns the number of slots taken. */
    private long take() {
        long first = done.get() + 1;
        long last = Util.getMinimumSequence(before);
        Slot slot = null;
        long sequence = first;
        try {
            for (; sequence <= last; sequence++) {
                slot = ring.get(sequence);
                stage.onEvent(slot, sequence, sequence == last);
                if (sequence % RELEASE == 0) {
                    done.set(sequence);
                }
            }
            slot = null;
            done.set(Math.max(last, first - 1));
            stage.onTimeout(last);
        } catch (Throwable e) {
            onError.handleEventException(e, sequence, slot);
        }
        return sequence - first;
    }

    private void nap(long taken) {
        int size = ring.getBufferSize();
        if (taken > size / 8) {
            napNanos = napNanos / 2 < NAP_MIN_NANOS ? 0 : napNanos / 2;
        } else if (taken < size / 16) {
            napNanos = Math.min(NAP_MAX_NANOS, Math.max(NAP_MIN_NANOS, napNanos * 2));
        }
        if (napNanos == 0) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, napNanos);
        }
    }

    @Override
    public Sequence getSequence() {
        return done;
    }

    @Override
    public void halt() {
        halted = true;
        LockSupport.unpark(thread);
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
