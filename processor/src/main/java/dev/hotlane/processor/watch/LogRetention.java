package dev.hotlane.processor.watch;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes log records below MySQL's offset minus a margin, and only before the second-newest proven snapshot. The record just
 * before that snapshot stays, so that a restored database can be compared with it. Either the leader deletes, on its thread watch,
 * or `hotlane retention`, under an account of its own.
 */
public final class LogRetention {
    private static final Logger log = LoggerFactory.getLogger(LogRetention.class);

    private final Admin admin;
    private final TopicPartition partition;
    private final long margin;
    private final long looksPerRound;
    private final BooleanSupplier leading;
    private final LongSupplier flushed;
    private final LongSupplier snapshot;
    private LongSupplier feed = () -> Long.MAX_VALUE;
    private long looks;
    private volatile long deletedBelow;

    /**
     * @param margin records below the flushed offset that stay
     * @param interval between two rounds, in whole seconds
     * @param flushed the offset in MySQL's meta row; read after the snapshot
     * @param snapshot offset of the second-newest proven snapshot, -1 for none; may query MySQL
     */
    public LogRetention(
            Admin admin,
            TopicPartition partition,
            long margin,
            Duration interval,
            BooleanSupplier leading,
            LongSupplier flushed,
            LongSupplier snapshot) {
        this.admin = admin;
        this.partition = partition;
        this.margin = margin;
        this.looksPerRound = Math.max(1, interval.toSeconds());
        this.leading = leading;
        this.flushed = flushed;
        this.snapshot = snapshot;
    }

    /** From now on the log is also kept from that offset on, read last in each round; Long.MIN_VALUE keeps all. */
    public LogRetention keepFor(LongSupplier firstNeeded) {
        feed = firstNeeded;
        return this;
    }

    /** Called once a second; does not wait for the broker. */
    public void everySecond() {
        if (margin < 0 || looks++ % looksPerRound != 0 || !leading.getAsBoolean()) {
            return;
        }
        round();
    }

    /** Deletes what may go now; returns the deletion, which is under way, or null if there is nothing to delete. */
    public KafkaFuture<DeletedRecords> round() {
        long kept = snapshot.getAsLong();
        long target = below(flushed.getAsLong(), margin, kept);
        if (target <= deletedBelow) {
            return null;
        }
        target = Math.min(target, feed.getAsLong());
        return target > deletedBelow ? delete(target) : null;
    }

    /** The first offset that must stay; 0 or less keeps all. */
    static long below(long flushed, long margin, long snapshot) {
        return Math.min(flushed - margin, snapshot - 1);
    }

    private KafkaFuture<DeletedRecords> delete(long target) {
        return admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(target)))
                .lowWatermarks()
                .get(partition)
                .whenComplete((done, failed) -> {
                    if (failed == null) {
                        deletedBelow = Math.max(target, done.lowWatermark());
                        log.info("the records of {} below offset {} are deleted", partition, deletedBelow);
                    } else {
                        log.warn("the records of {} below offset {} could not be deleted", partition, target, failed);
                    }
                });
    }

    /** Records below this offset are deleted, by this process' last deletion; 0 if it deleted none. Any thread. */
    public long deletedBelow() {
        return deletedBelow;
    }
}
