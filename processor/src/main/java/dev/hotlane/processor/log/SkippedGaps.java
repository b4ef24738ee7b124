package dev.hotlane.processor.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * Closes gaps in the records read, where SKIPs name every missing offset. Each missing offset gets an empty record,
 * which the state steps over; later offsets stay dense. A gap that no SKIP names stays open. Immutable; any thread.
 */
public final class SkippedGaps {
    /** No SKIP: closes nothing. */
    public static final SkippedGaps NONE = new SkippedGaps(new long[0]);

    private final long[] skipped;

    /** @param skipped offsets that SKIPs name, ascending */
    public SkippedGaps(long[] skipped) {
        this.skipped = skipped.clone();
    }

    /**
     * Returns the records with an empty one at each missing offset from {@code expected} on that a SKIP names. Returns
     * the same list if none is missing; that costs one comparison.
     */
    public List<ConsumerRecord<byte[], byte[]>> close(long expected, List<ConsumerRecord<byte[], byte[]>> records) {
        int count = records.size();
        if (skipped.length == 0 || count == 0 || records.get(count - 1).offset() == expected + count - 1) {
            return records;
        }
        List<ConsumerRecord<byte[], byte[]>> closed = new ArrayList<>(count);
        long next = expected;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            while (next < record.offset() && Arrays.binarySearch(skipped, next) >= 0) {
                closed.add(empty(next++, record));
            }
            closed.add(record);
            next = record.offset() + 1;
        }
        return closed;
    }

    private static ConsumerRecord<byte[], byte[]> empty(long offset, ConsumerRecord<byte[], byte[]> before) {
        return new ConsumerRecord<>(
                before.topic(),
                before.partition(),
                offset,
                before.timestamp(),
                TimestampType.LOG_APPEND_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                null,
                null,
                new RecordHeaders(),
                before.leaderEpoch());
    }
}
