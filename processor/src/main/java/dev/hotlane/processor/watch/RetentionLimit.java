package dev.hotlane.processor.watch;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushSettings.Timeouts;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.processor.recover.LaneTopics;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from MySQL the offset below which the log may be deleted: that of the second-newest snapshot that a restore drill has
 * proven. Commits must survive a power failure; else, or with fewer proven snapshots, the offset is -1. Owned by one thread, in a processor the thread watch, which may wait 2 s to connect and 3 s for an answer.
 */
public final class RetentionLimit implements LongSupplier {
    private static final Logger log = LoggerFactory.getLogger(RetentionLimit.class);
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    private static final Duration LOCK_WAIT = Duration.ofSeconds(1);

    private final Checkpoint checkpoint;
    private final SnapshotList snapshots;
    private final Identity identity;
    private boolean warned;
    private String fault;
    private long stands = -1;
    private long base;
    private volatile Read read;

    /** What was read, and when. */
    private record Read(SnapshotList.Ages ages, long nanos) {
        double since(double age) {
            return age + (System.nanoTime() - nanos) / 1e9;
        }
    }

    /** For the log that was loaded. */
    public RetentionLimit(FlushSettings mysql, LaneTopics topics) {
        this(mysql, topics.identity());
    }

    /** @param log that the checkpoint must belong to */
    public RetentionLimit(FlushSettings mysql, Identity log) {
        FlushSettings patience = impatient(mysql);
        checkpoint = new Checkpoint(patience);
        snapshots = new SnapshotList(patience, log);
        identity = log;
    }

    private static FlushSettings impatient(FlushSettings mysql) {
        return mysql.withTimeouts(
                new Timeouts(CONNECT, ANSWER, LOCK_WAIT, mysql.timeouts().silence()));
    }

    /**
     * The offset in MySQL's meta row at the last read, -1 for none or for a row of another log. The offset that this process has from the log may
     * be ahead until it has flushed once: a forged TICK can contain any number.
     */
    public long stands() {
        return stands;
    }

    /** The sequence base in that row, 0 for none. */
    public long base() {
        return base;
    }

    /** Age of the newest snapshot, +Inf if there is none, NaN before the first read. Any thread. */
    public double snapshotAgeSeconds() {
        Read last = read;
        return last == null ? Double.NaN : last.since(last.ages.newestSeconds());
    }

    /** Age of the newest snapshot that a drill has proven, +Inf if there is none, NaN before the first read. Any thread. */
    public double provenAgeSeconds() {
        Read last = read;
        return last == null ? Double.NaN : last.since(last.ages.provenSeconds());
    }

    /** Why the last read found no offset although it may have one, a sentence; empty if MySQL answered. */
    public Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    @Override
    public long getAsLong() {
        fault = null;
        try {
            int durable = checkpoint.server().flushLogAtTrxCommit();
            if (durable == 1) {
                warned = false;
                Optional<CheckpointMeta> row =
                        checkpoint.meta().filter(meta -> meta.identity().equals(identity));
                stands = row.map(meta -> meta.cut().nextOffset).orElse(-1L);
                base = row.map(meta -> meta.cut().sequenceBase).orElse(0L);
                read = new Read(snapshots.ages(), System.nanoTime());
                return read.ages.retained();
            }
            fault = "innodb_flush_log_at_trx_commit is " + durable + ", it must be 1";
            if (!warned) {
                warned = true;
                log.error(
                        "innodb_flush_log_at_trx_commit is {} now: no log records are deleted until it is 1 again",
                        durable);
            }
        } catch (FlusherException e) {
            fault = e.getMessage();
            log.debug("could not ask for the proven snapshots", e);
        }
        return -1;
    }
}
