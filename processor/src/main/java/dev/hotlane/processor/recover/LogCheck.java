package dev.hotlane.processor.recover;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares the log with the checkpoint before the replay; a mismatch is a {@link HaltReason}. Owned by one thread. */
public final class LogCheck {
    private static final Logger log = LoggerFactory.getLogger(LogCheck.class);
    private static final Duration LAST_RECORD_WAIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;

    /** Assigns the partition to the consumer; the caller closes it. */
    public LogCheck(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        this.consumer = consumer;
        this.partition = partition;
        consumer.assign(List.of(partition));
    }

    /** First offset in the log. */
    public long start() {
        return consumer.beginningOffsets(List.of(partition)).get(partition);
    }

    /** First offset after the log's last record. */
    public long end() {
        return consumer.endOffsets(List.of(partition)).get(partition);
    }

    /** Rejects a log that does not start at offset 0: an empty database needs all of it. */
    public void virgin(long start) {
        if (start > 0) {
            throw new HaltReason(
                    ExitCode.LOG_LOST_RANGE,
                    "the database is empty, but " + partition + " starts at offset " + start + ": the records before"
                            + " it are gone. Restore the database that followed this topic, or begin with a new topic");
        }
    }

    /** Rejects a log that does not continue the checkpoint. Leaves the consumer positioned at the checkpoint. */
    public void fits(Meta cut, long start, long end) {
        if (cut.nextOffset < start) {
            throw new HaltReason(
                    ExitCode.LOG_LOST_RANGE,
                    "MySQL stands at offset " + cut.nextOffset + ", but " + partition + " starts at " + start
                            + ": records " + cut.nextOffset + ".." + (start - 1) + " are gone. Was retention switched"
                            + " on, or an old backup restored? Restore a checkpoint at or above " + start);
        }
        if (cut.nextOffset > end) {
            throw new HaltReason(
                    ExitCode.CHECKPOINT_PAST_LOG_END,
                    "MySQL stands at offset " + cut.nextOffset + ", but " + partition + " ends at " + end
                            + ": the log lost records that were answered (an unclean leader election, a restored"
                            + " disk?). The values in MySQL are the newer truth; re-anchor to a new topic with them");
        }
        if (cut.nextOffset > start) {
            compare(cut);
        } else if (cut.nextOffset > 0) {
            log.warn("the record before the checkpoint {} is not in the log any more: not compared", cut.nextOffset);
        }
        position(cut);
    }

    private void position(Meta cut) {
        Optional<Integer> epoch = cut.lastLeaderEpoch < 0 ? Optional.empty() : Optional.of(cut.lastLeaderEpoch);
        consumer.seek(partition, new OffsetAndMetadata(cut.nextOffset, epoch, ""));
    }

    /** Offsets that the replay must step over. Reads up to {@code end}; leaves the consumer at the checkpoint. */
    public long[] skips(Meta cut, long end) {
        return skips(LogScan.from(cut.nextOffset), cut, cut.nextOffset, end);
    }

    /** As {@link #skips(Cut, long)}, with a scan that has received all records below {@code from}. */
    long[] skips(LogScan scan, Meta cut, long from, long end) {
        position(cut);
        if (from > cut.nextOffset) {
            consumer.seek(partition, from);
        }
        long heard = System.nanoTime();
        for (long next = from; next < end; next = consumer.position(partition)) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
                scan.see(record.offset(), record.key(), record.value());
                heard = System.nanoTime();
            }
            if (System.nanoTime() - heard > LAST_RECORD_WAIT.toNanos()) {
                throw new TimeoutException("no record came from offset " + next + " of " + partition + " for "
                        + LAST_RECORD_WAIT.toSeconds() + " s, the log ends at " + end);
            }
        }
        position(cut);
        return scan.skips().offsets();
    }

    private void compare(Meta cut) {
        ConsumerRecord<byte[], byte[]> last = read(cut.nextOffset - 1);
        int leaderEpoch = last == null ? -1 : last.leaderEpoch().orElse(-1);
        boolean same = last != null
                && last.offset() == cut.nextOffset - 1
                && leaderEpoch == cut.lastLeaderEpoch
                && last.timestamp() == cut.lastTimestamp
                && Frame.storedChecksum(last.value()) == cut.lastCrc;
        if (!same) {
            String found = last == null
                    ? "no record"
                    : describe(last.offset(), leaderEpoch, last.timestamp(), Frame.storedChecksum(last.value()));
            throw new HaltReason(
                    ExitCode.LAST_RECORD_DIFFERS,
                    "the last record applied before the checkpoint was "
                            + describe(cut.nextOffset - 1, cut.lastLeaderEpoch, cut.lastTimestamp, cut.lastCrc)
                            + ", the log of " + partition + " now has " + found
                            + ": it was truncated and written again."
                            + " The values in MySQL are the newer truth; re-anchor to a new topic with them");
        }
    }

    private ConsumerRecord<byte[], byte[]> read(long offset) {
        consumer.seek(partition, offset);
        long deadline = System.nanoTime() + LAST_RECORD_WAIT.toNanos();
        while (System.nanoTime() < deadline) {
            List<ConsumerRecord<byte[], byte[]>> records = consumer.poll(POLL).records(partition);
            if (!records.isEmpty()) {
                return records.get(0);
            }
        }
        return null;
    }

    private static String describe(long offset, int leaderEpoch, long timestamp, int checksum) {
        return String.format(
                "(offset %d, leader epoch %d, timestamp %d, checksum %08x)", offset, leaderEpoch, timestamp, checksum);
    }
}
