package dev.hotlane.processor.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;

/**
 * Polls in a loop; the kind of wait decides the pause between two polls. For machines with a core to spare for each
 * stage. A wait ends with a TimeoutException after the timeout.
 */
final class PollingWaitStrategy implements WaitStrategy {
    private final long timeoutNanos;
    private final Runnable pause;

    PollingWaitStrategy(long timeoutNanos, Runnable pause) {
        this.timeoutNanos = timeoutNanos;
        this.pause = pause;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException, TimeoutException {
        long available = dependent.get();
        if (available >= sequence) {
            return available;
        }
        long start = System.nanoTime();
        while ((available = dependent.get()) < sequence) {
            barrier.checkAlert();
            if (System.nanoTime() - start >= timeoutNanos) {
                throw TimeoutException.INSTANCE;
            }
            pause.run();
        }
        return available;
    }

    @Override
    public void signalAllWhenBlocking() {
        // No stage sleeps longer than one pause.
    }
}
