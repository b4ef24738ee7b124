package dev.hotlane.processor.watch;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports a checkpoint that does not move while this process leads and has applied more than MySQL holds, whatever the
 * cause. Owned by the thread watch, which checks once a second.
 */
public final class FlushProgress {
    private static final Logger log = LoggerFactory.getLogger(FlushProgress.class);

    /** Shorter pauses of MySQL are usual: a fail-over, a slow disk. */
    private static final Duration ALARM_AFTER = Duration.ofSeconds(10);

    /** With a longer interval between two flushes: number of intervals without a flush before the alarm. */
    private static final int INTERVALS = 3;

    private final BooleanSupplier leading;
    private final LongSupplier applied;
    private final LongSupplier flushed;
    private final LongSupplier nanos;
    private final long alarmNanos;
    private final FlushAge age;
    private long lastFlushed;
    private long movedNanos;
    private volatile long stalledNanos;
    private volatile boolean alarmed;

    /**
     * @param leading whether this process must flush
     * @param applied next offset to apply
     * @param flushed MySQL's offset
     * @param nanos monotonic clock
     * @param interval shortest time between two flushes
     */
    public FlushProgress(
            BooleanSupplier leading,
            LongSupplier applied,
            LongSupplier flushed,
            LongSupplier nanos,
            Duration interval) {
        this.leading = leading;
        this.applied = applied;
        this.flushed = flushed;
        this.nanos = nanos;
        age = new FlushAge(leading, applied, flushed, nanos);
        alarmNanos = Math.max(ALARM_AFTER.toNanos(), interval.toNanos() * INTERVALS);
        lastFlushed = flushed.getAsLong();
        movedNanos = nanos.getAsLong();
    }

    /** Compares MySQL's offset with that of the last check. */
    public void look() {
        age.look();
        long now = nanos.getAsLong();
        long at = flushed.getAsLong();
        long behind = applied.getAsLong() - at;
        if (at != lastFlushed || behind <= 0 || !leading.getAsBoolean()) {
            moved(at, now);
            return;
        }
        stalledNanos = now - movedNanos;
        if (stalledNanos >= alarmNanos && !alarmed) {
            alarmed = true;
            log.warn(
                    "MySQL has stood at offset {} for {} s, {} applied records are not in it. Answers go on; a restart"
                            + " replays these records. See hotlane_flush_failing and the runbook \"MySQL stands still\"",
                    at,
                    Duration.ofNanos(stalledNanos).toSeconds(),
                    behind);
        }
    }

    private void moved(long at, long now) {
        if (alarmed) {
            log.info(
                    "MySQL goes on from offset {} after {} s",
                    lastFlushed,
                    Duration.ofNanos(stalledNanos).toSeconds());
        }
        alarmed = false;
        lastFlushed = at;
        movedNanos = now;
        stalledNanos = 0;
    }

    /** Seconds for which MySQL's offset has not moved with records to flush, 0 while it moves. Any thread. */
    public double stalledSeconds() {
        return stalledNanos / 1e9;
    }

    /** How old what MySQL lacks is, looked at with this. Any thread. */
    public FlushAge age() {
        return age;
    }

    /** Whether that time has reached the alarm limit. Any thread. */
    public boolean alarmed() {
        return alarmed;
    }
}
