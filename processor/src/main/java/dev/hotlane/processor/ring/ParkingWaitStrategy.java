package dev.hotlane.processor.ring;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parks in every stage, so that a waiting stage costs no core: the Disruptor's own blocking strategies park only the
 * first stage and spin in those that wait for another. Two doors: one for who waits for the log, opened by publishing;
 * one for who waits for the state stage, opened by {@link #stateAdvanced}. A wait ends with a TimeoutException after
 * the time given, so that stages get their onTimeout on a quiet log.
 */
final class ParkingWaitStrategy implements WaitStrategy {
    private final long timeoutNanos;
    private final Door logDoor = new Door();
    private final Door stateDoor = new Door();

    ParkingWaitStrategy(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException, InterruptedException, TimeoutException {
        long available = dependent.get();
        if (available >= sequence) {
            return available;
        }
        Door door = dependent == cursor ? logDoor : stateDoor;
        return door.await(sequence, dependent, barrier, timeoutNanos);
    }

    /** Called by the publisher, and by Disruptor when a stage is to stop: the second door then opens by time. */
    @Override
    public void signalAllWhenBlocking() {
        logDoor.open();
    }

    /** The state stage has moved its sequence on. Called by the state thread, after the sequence is set. */
    void stateAdvanced() {
        stateDoor.open();
    }

    /** Where some stages park. Opening it costs a fence and a read while nobody waits. */
    private static final class Door {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition moved = lock.newCondition();
        private volatile int waiting;

        void open() {
            // The sequence was written before; without the fence both sides could miss each other's write.
            VarHandle.fullFence();
            if (waiting > 0) {
                lock.lock();
                try {
                    moved.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        }

        long await(long sequence, Sequence dependent, SequenceBarrier barrier, long timeoutNanos)
                throws AlertException, InterruptedException, TimeoutException {
            long left = timeoutNanos;
            lock.lock();
            try {
                waiting = waiting + 1;
                VarHandle.fullFence();
                long available = dependent.get();
                while (available < sequence) {
                    barrier.checkAlert();
                    if (left <= 0) {
                        throw TimeoutException.INSTANCE;
                    }
                    left = moved.awaitNanos(left);
                    available = dependent.get();
                }
                return available;
            } finally {
                waiting = waiting - 1;
                lock.unlock();
            }
        }
    }
}
