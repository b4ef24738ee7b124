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
 * Parks every waiting stage, so that it costs no core. The Disruptor's own blocking strategies park only the first
 * stage and spin in the others. Stages that wait for the log park at one door, opened by publishing. Stages that wait
 * for the state stage park at another, opened by {@link #stateAdvanced}. A wait ends with a TimeoutException after the
 * timeout, so that stages get their onTimeout on a quiet log.
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

    /** Called by the publisher, and by the Disruptor to stop a stage; the second door then opens by timeout. */
    @Override
    public void signalAllWhenBlocking() {
        logDoor.open();
    }

    /** Called by the state thread after it has advanced its sequence. */
    void stateAdvanced() {
        stateDoor.open();
    }

    /** A door where stages park. While no stage waits, opening it costs a fence and a read. */
    private static final class Door {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition moved = lock.newCondition();
        private volatile int waiting;

        void open() {
            // The sequence was written before; without the fence each side could miss the other's write.
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
