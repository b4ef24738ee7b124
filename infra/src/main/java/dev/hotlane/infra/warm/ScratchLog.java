package dev.hotlane.infra.warm;

import com.lmax.disruptor.RingBuffer;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The command topic of a scratch lane: a queue in memory. Thread {@code warm-up-log} acknowledges the records, stamps
 * them with offset and time, and publishes them to the ring. Any thread may append.
 */
final class ScratchLog {
    private static final int PUBLISH_MAX = 256;
    private static final long POLL_MS = 20;
    private static final long FULL_NAP_NANOS = 50_000;

    private final BlockingQueue<Appended> queue = new LinkedBlockingQueue<>();
    private final RingBuffer<Slot> ring;
    private final Positions positions;
    private final Thread thread = new Thread(this::run, "warm-up-log");
    private long next;
    private volatile boolean stopping;

    private record Appended(byte[] key, byte[] value, Callback acknowledged) {}

    /** @param positions receives the end of this log on its thread */
    ScratchLog(RingBuffer<Slot> ring, Positions positions) {
        this.ring = ring;
        this.positions = positions;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Appends a record of the lane itself. */
    void append(byte[] value) {
        queue.add(new Appended(null, value, null));
    }

    /** Appends a command; calls back on the thread of this log. */
    void append(ProducerRecord<byte[], byte[]> record, Callback acknowledged) {
        queue.add(new Appended(record.key(), record.value(), acknowledged));
    }

    /** Ends the thread; records that wait are dropped. */
    void stop() throws InterruptedException {
        stopping = true;
        thread.join();
    }

    private void run() {
        List<Appended> batch = new ArrayList<>(PUBLISH_MAX);
        while (!stopping) {
            try {
                Appended first = queue.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    queue.drainTo(batch, PUBLISH_MAX - 1);
                    publish(batch);
                    batch.clear();
                }
                positions.logEnd().setRelease(next + queue.size());
                positions.logAnswered().set(System.nanoTime());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void publish(List<Appended> batch) {
        while (!ring.hasAvailableCapacity(batch.size())) {
            if (stopping) {
                return;
            }
            LockSupport.parkNanos(FULL_NAP_NANOS);
        }
        long high = ring.next(batch.size());
        long sequence = high - batch.size() + 1;
        long low = sequence;
        long now = System.currentTimeMillis();
        for (Appended appended : batch) {
            Slot slot = ring.get(sequence++);
            slot.offset = next++;
            slot.timestamp = now;
            slot.leaderEpoch = 0;
            slot.key = appended.key;
            slot.value = appended.value;
        }
        ring.publish(low, high);
        for (Appended appended : batch) {
            if (appended.acknowledged != null) {
                appended.acknowledged.onCompletion(null, null);
            }
        }
    }
}
