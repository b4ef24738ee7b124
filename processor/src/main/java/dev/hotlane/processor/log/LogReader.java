package dev.hotlane.processor.log;

import com.lmax.disruptor.RingBuffer;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log and publishes each record to the ring, in order and without a gap; a gap that no SKIP names halts. On a
 * full ring it waits and does not poll, so it buffers at most one poll. Owns the consumer; runs on the thread log.
 */
public final class LogReader implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(LogReader.class);

    /** Poll timeout; also the longest delay before stop() takes effect. */
    private static final Duration POLL = Duration.ofMillis(100);

    /** Most records published at once, so that the state stage starts before a long poll is copied. */
    private static final int PUBLISH_MAX = 256;

    /** Pause before a full ring is tried again: the time of some 50 slots at full speed. */
    private static final long FULL_NAP_NANOS = 50_000;

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final SkippedGaps gaps;
    private final RingBuffer<Slot> ring;
    private final Halt halt;
    private final int publishMax;
    private final Positions positions;
    private final Thread thread;
    private final Metric fetches;
    private double fetchesSeen;
    private long expected;
    private volatile boolean stopping;

    /**
     * @param consumer assigned to the partition and positioned at {@code from}; closed by this reader
     * @param from offset of the first record to publish
     * @param gaps missing offsets that SKIPs name
     * @param positions receives the end of the log and the time of the broker's answers, on the thread log
     */
    public LogReader(
            Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            long from,
            SkippedGaps gaps,
            Positions positions,
            RingBuffer<Slot> ring,
            Halt halt) {
        this.consumer = consumer;
        this.partition = partition;
        this.gaps = gaps;
        this.ring = ring;
        this.halt = halt;
        this.positions = positions;
        expected = from;
        publishMax = Math.min(PUBLISH_MAX, ring.getBufferSize() / 4);
        thread = new Thread(this, "log");
        positions.logAnswered().set(System.nanoTime());
        fetches = consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("fetch-total"))
                .findAny()
                .orElse(null);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** The numbers of its Kafka client. Any thread. */
    public Map<MetricName, ? extends Metric> metrics() {
        return consumer.metrics();
    }

    /**
     * Stops reading and closes the consumer. Polled records for which a full ring has no space are dropped. The closing
     * thread.
     */
    public void stop() throws InterruptedException {
        stopping = true;
        if (thread.getState() == Thread.State.NEW) {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
            return;
        }
        consumer.wakeup();
        thread.join();
    }

    @Override
    public void run() {
        try {
            while (!stopping) {
                List<ConsumerRecord<byte[], byte[]>> records =
                        consumer.poll(POLL).records(partition);
                publish(gaps.close(expected, records));
                learnEnd();
            }
        } catch (WakeupException e) {
            log.debug("woken up to stop");
        } catch (HaltReason e) {
            halt.request(e);
        } catch (LogTruncationException e) {
            halt.request(new HaltReason(
                    ExitCode.LAST_RECORD_DIFFERS,
                    "the log of " + partition + " was truncated below offset " + expected + ", which is applied here: "
                            + e.getMessage() + ". Records that were answered are gone (an unclean leader"
                            + " election or a restored disk?). Don't start again before you know which history is true",
                    e));
        } catch (OffsetOutOfRangeException e) {
            halt.request(new HaltReason(
                    ExitCode.LOG_LOST_RANGE,
                    "offset " + expected + " of " + partition + " is not in the log any more: " + e.getMessage()
                            + ". Look for a retention or a deletion of records, and for a truncated log",
                    e));
        } catch (Throwable e) {
            halt.request(new HaltReason(
                    ExitCode.LOG_READ_FAILED,
                    "reading " + partition + " at offset " + expected + " failed: " + e
                            + ". Once the cause is gone start the processor again: it resumes from the checkpoint",
                    e));
        } finally {
            // Closes without a wait: a fetch under way may delay an answer by half a second.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private void publish(List<ConsumerRecord<byte[], byte[]>> records) {
        int count = records.size();
        for (int from = 0; from < count; from += publishMax) {
            int upTo = Math.min(from + publishMax, count);
            if (!awaitRoom(upTo - from)) {
                return;
            }
            publish(records, from, upTo);
        }
    }

    private void publish(List<ConsumerRecord<byte[], byte[]>> records, int from, int upTo) {
        long high = ring.next(upTo - from);
        long low = high - (upTo - from) + 1;
        long sequence = low;
        for (int i = from; i < upTo; i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            if (record.offset() != expected) {
                throw gap(record.offset());
            }
            expected++;
            Slot slot = ring.get(sequence++);
            slot.offset = record.offset();
            slot.timestamp = record.timestamp();
            slot.leaderEpoch = record.leaderEpoch().orElse(-1);
            slot.key = record.key();
            slot.value = record.value();
        }
        ring.publish(low, high);
    }

    /** Returns false if stopped or halted meanwhile. */
    private boolean awaitRoom(int places) {
        while (!ring.hasAvailableCapacity(places)) {
            if (stopping || halt.reason() != null) {
                return false;
            }
            LockSupport.parkNanos(FULL_NAP_NANOS);
        }
        return true;
    }

    private HaltReason gap(long found) {
        return new HaltReason(
                        ExitCode.OFFSET_GAP,
                        "after offset " + (expected - 1) + " of " + partition + " came " + found + ", expected "
                                + expected
                                + ": offsets must be dense. Was a transactional producer used on the topic, or records deleted"
                                + " or compacted? Nothing beyond " + (expected - 1)
                                + " was applied. Every start ends here until"
                                + " the gap is skipped: `hotlane skip " + expected
                                + " --look`, see the runbook of OFFSET_GAP")
                .at(expected);
    }

    private void learnEnd() {
        // An empty poll does not show whether Kafka had no records or was away; the count of fetches does.
        double answers = fetches == null ? fetchesSeen + 1 : (double) fetches.metricValue();
        if (answers != fetchesSeen) {
            fetchesSeen = answers;
            positions.logAnswered().set(System.nanoTime());
        }
        OptionalLong lag = consumer.currentLag(partition);
        if (lag.isPresent()) {
            positions.logEnd().setRelease(expected + lag.getAsLong());
        }
    }
}
