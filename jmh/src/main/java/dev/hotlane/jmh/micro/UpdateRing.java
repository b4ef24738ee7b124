package dev.hotlane.jmh.micro;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A ring of transactions, whose publisher tells what each changed by value: as the state stage does, without a state. */
final class UpdateRing {
    /** As in a processor. */
    private static final int SIZE = 1 << 13;
    /** Published together, as the log's reader does with what a poll gave; divides a round. */
    private static final int TOGETHER = 64;
    /** A stage that has caught up naps, as in a processor with cores enough: awake it would slow the publisher down. */
    private static final long NAP_NANOS = 50_000;
    /** Of one update in a slot: hash, value, key; whole longs. */
    private static final int STRIDE = 40;

    private static final int VALUE = 8;
    private static final int KEY = 16;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** One who takes all transactions, on a thread of its own. */
    interface Taker {
        void update(byte[] key, int at, long hash, long value, long transaction);

        /** The ring has nothing more for now. */
        void pause(long transaction);

        /** The round ends with this transaction. */
        void end(long transaction);
    }

    /** A place in the ring. */
    private static final class Slot {
        long transaction;
        boolean last;
        final byte[] changes;

        Slot(int updates) {
            changes = new byte[updates * STRIDE];
        }
    }

    private final UpdateLog log;
    private final Disruptor<Slot> disruptor;
    private final RoundEnd[] ends;

    UpdateRing(UpdateLog log, Taker... takers) {
        this.log = log;
        disruptor = new Disruptor<>(
                () -> new Slot(log.updates),
                SIZE,
                Executors.defaultThreadFactory(),
                ProducerType.SINGLE,
                new SleepingWaitStrategy(0, NAP_NANOS));
        ends = new RoundEnd[takers.length];
        disruptor.setDefaultExceptionHandler(new Failing());
        for (int i = 0; i < takers.length; i++) {
            ends[i] = new RoundEnd();
            disruptor.handleEventsWith(new Handing(takers[i], ends[i]));
        }
        disruptor.start();
    }

    /** Publishes all transactions of the log, numbered from {@code first}, and waits until every taker has ended. */
    void round(long first) {
        RingBuffer<Slot> ring = disruptor.getRingBuffer();
        for (int i = 0; i < UpdateLog.TRANSACTIONS; i += TOGETHER) {
            long end = ring.next(TOGETHER);
            long start = end - TOGETHER + 1;
            for (int j = 0; j < TOGETHER; j++) {
                fill(ring.get(start + j), first, i + j);
            }
            ring.publish(start, end);
        }
        for (RoundEnd end : ends) {
            end.await(ring.getCursor());
        }
    }

    private void fill(Slot slot, long first, int transaction) {
        slot.transaction = first + transaction;
        slot.last = transaction == UpdateLog.TRANSACTIONS - 1;
        byte[] changes = slot.changes;
        int at = transaction * log.updates * UpdateLog.KEY_BYTES;
        for (int to = 0; to < changes.length; to += STRIDE) {
            LONG.set(changes, to, UpdateLog.hash(log.bytes, at));
            LONG.set(changes, to + VALUE, first + transaction);
            System.arraycopy(log.bytes, at, changes, to + KEY, UpdateLog.KEY_BYTES);
            at += UpdateLog.KEY_BYTES;
        }
    }

    void stop() throws TimeoutException {
        disruptor.shutdown(10, TimeUnit.SECONDS);
    }

    /** The stage of one taker. */
    private record Handing(Taker taker, RoundEnd end) implements EventHandler<Slot> {
        @Override
        public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
            byte[] changes = slot.changes;
            for (int at = 0; at < changes.length; at += STRIDE) {
                long hash = (long) LONG.get(changes, at);
                taker.update(changes, at + KEY, hash, (long) LONG.get(changes, at + VALUE), slot.transaction);
            }
            if (slot.last) {
                taker.end(slot.transaction);
                end.done(sequence);
            } else if (endOfBatch) {
                taker.pause(slot.transaction);
            }
        }
    }

    /** Fails the round: a stage that threw must not go on. */
    private final class Failing implements ExceptionHandler<Slot> {
        @Override
        public void handleEventException(Throwable cause, long sequence, Slot slot) {
            fail(cause);
            throw new IllegalStateException(cause);
        }

        @Override
        public void handleOnStartException(Throwable cause) {
            fail(cause);
        }

        @Override
        public void handleOnShutdownException(Throwable cause) {
            fail(cause);
        }

        private void fail(Throwable cause) {
            for (RoundEnd end : ends) {
                end.failed(cause);
            }
        }
    }
}
