package dev.hotlane.infra.past;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/*
 * A SKIP may stand anywhere behind the record that it names, but a TICK that reports the record as applied voids it. So
 * a record is passed on once such a TICK, or the end of the log, was read: one pass instead of two. Where TICKs are
 * rare, the search runs on without keeping records, and the rest is read again.
 */

/** Reads a command log once, ahead of SKIPs. Sends nothing and belongs to no group. One thread. */
final class LogSpan implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration FOLLOWED_POLL = Duration.ofMillis(50);
    private static final Duration SILENCE_MAX = Duration.ofSeconds(60);
    private static final int WAITING_MAX = 65_536;

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private final long start;
    private long end;
    private boolean followed;
    private SkipScan scan;
    private long[] skips = {};
    private long scanned;
    private long read;

    /** @param consumer closed by this span; the log's end is that of now */
    LogSpan(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        this.consumer = consumer;
        this.partition = partition;
        consumer.assign(List.of(partition));
        start = consumer.beginningOffsets(List.of(partition)).get(partition);
        end = consumer.endOffsets(List.of(partition)).get(partition);
    }

    /** The command log of that lane. */
    static LogSpan of(KafkaConnection kafka, String lane) {
        Consumer<byte[], byte[]> reader = new LogClients(kafka, lane).reader();
        try {
            return new LogSpan(
                    reader, new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION));
        } catch (TimeoutException e) {
            reader.close();
            // It says what is wrong: the brokers' address, or the lane's name.
            TopicAdmin.identity(kafka, lane);
            throw e;
        }
    }

    /** First offset in the log. */
    long start() {
        return start;
    }

    /** First offset after its last record, when it was opened. */
    long end() {
        return end;
    }

    /** The first offset whose record has that time or a later one, epoch milliseconds; the end if there is none. */
    long offsetAt(long time) {
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(partition, time)).get(partition);
        return found == null ? end : Math.min(end, found.offset());
    }

    /** The record at that offset, or null if there is none. */
    ConsumerRecord<byte[], byte[]> at(long offset) {
        consumer.seek(partition, offset);
        List<ConsumerRecord<byte[], byte[]>> records = poll();
        return records.isEmpty() || records.get(0).offset() != offset ? null : records.get(0);
    }

    /**
     * From now on the log has no end: {@link #next} waits at most 50 ms, and passes on what a TICK reports as applied.
     * Records behind the last TICK wait, since a SKIP of them may follow.
     */
    void follow() {
        followed = true;
        end = Long.MAX_VALUE;
    }

    /** Begins at that offset. */
    void begin(long from) {
        waiting.clear();
        scan = new SkipScan(from);
        skips = new long[0];
        scanned = from;
        read = from;
        consumer.seek(partition, from);
    }

    /** Offsets named by SKIPs that were read so far, ascending. All that concern the records passed on are among them. */
    long[] skips() {
        return skips;
    }

    /** Adds the next records to {@code into}: at least one, unless the end is reached or the log is followed. */
    void next(Deque<ConsumerRecord<byte[], byte[]>> into) {
        int before = into.size();
        boolean more = read < end || !waiting.isEmpty();
        while (into.size() == before && more) {
            if (waiting.size() >= WAITING_MAX) {
                search();
            } else if (read < end) {
                keep(poll());
            }
            skips = scan.offsets();
            while (!waiting.isEmpty() && isDecided(waiting.peekFirst().offset())) {
                into.addLast(waiting.pollFirst());
            }
            more = !followed && (read < end || !waiting.isEmpty());
        }
    }

    private boolean isDecided(long offset) {
        return scanned >= end || scan.passed(offset);
    }

    private void keep(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.offset() < end) {
                see(record);
                waiting.addLast(record);
            }
        }
        read = Math.min(end, consumer.position(partition));
        scanned = Math.max(scanned, read);
    }

    /** Searches on until the last waiting record is decided, then returns to where reading stopped. */
    private void search() {
        long last = waiting.peekLast().offset();
        consumer.seek(partition, scanned);
        boolean more = true;
        while (more && !isDecided(last)) {
            List<ConsumerRecord<byte[], byte[]>> records = poll();
            records.forEach(this::see);
            scanned = Math.max(scanned, Math.min(end, consumer.position(partition)));
            more = !followed || !records.isEmpty();
        }
        consumer.seek(partition, read);
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        if (record.offset() >= scanned && record.offset() < end) {
            scan.see(record.offset(), record.key(), record.value());
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> poll() {
        long asked = System.nanoTime();
        long from = consumer.position(partition);
        while (true) {
            List<ConsumerRecord<byte[], byte[]>> records = polled(from);
            if (followed || !records.isEmpty() || consumer.position(partition) > from) {
                return records;
            }
            if (System.nanoTime() - asked > SILENCE_MAX.toNanos()) {
                throw new PastException(
                        PastException.Reason.GONE,
                        "no record came for " + SILENCE_MAX.toSeconds() + " s at offset " + from + " of " + end
                                + ": is the broker up? Begin again when it is");
            }
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> polled(long from) {
        try {
            return consumer.poll(followed ? FOLLOWED_POLL : POLL).records(partition);
        } catch (InvalidOffsetException e) {
            throw new PastException(
                    PastException.Reason.GONE,
                    "the records from offset " + from + " on were deleted while they were awaited: name a snapshot that"
                            + " stands later (--snapshots)",
                    e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
