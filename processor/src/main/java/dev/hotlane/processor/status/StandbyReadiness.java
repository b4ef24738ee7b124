package dev.hotlane.processor.status;

import dev.hotlane.processor.flow.Positions;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether a processor can be relied on to lead now or soon: it leads, or it has replayed and is near the end of the log.
 * Near and far change only after 3 s, so that a burst of records does not flap it. An end of the log that is unknown, as
 * in an outage of Kafka, leaves it as it is. Any thread.
 */
public final class StandbyReadiness {
    /** Records behind the log's end at most; a take-over applies them in well under a second. */
    static final long BEHIND_MAX = 10_000;

    private static final long HELD_NANOS = Duration.ofSeconds(3).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final BooleanSupplier leading;
    private final long replayEnd;
    private final LongSupplier applied;
    private final LongSupplier logEnd;
    private final LongSupplier nanos;
    private boolean met;
    private boolean near;
    private long otherwiseSince = NEVER;

    /**
     * Of a processor that has not replayed yet.
     *
     * @param leading whether it leads and replies
     * @param replayEnd end of the log when it started
     * @param applied next offset to apply
     * @param logEnd end of the log as the broker last reported it
     * @param nanos monotonic clock
     */
    StandbyReadiness(
            BooleanSupplier leading, long replayEnd, LongSupplier applied, LongSupplier logEnd, LongSupplier nanos) {
        this.leading = leading;
        this.replayEnd = replayEnd;
        this.applied = applied;
        this.logEnd = logEnd;
        this.nanos = nanos;
    }

    /** As the constructor, with the positions of a lane. */
    public static StandbyReadiness of(
            BooleanSupplier leading, long replayEnd, Positions positions, LongSupplier nanos) {
        return new StandbyReadiness(leading, replayEnd, positions.applied(), positions.logEnd(), nanos);
    }

    /** Looks now, and returns whether it is ready. Called once a second at least, and by each probe. */
    public synchronized boolean look() {
        long at = applied.getAsLong();
        boolean isNear = logEnd.getAsLong() - at <= BEHIND_MAX;
        if (!met) {
            met = at >= replayEnd && isNear;
            near = met;
        } else if (isNear == near) {
            otherwiseSince = NEVER;
        } else {
            long now = nanos.getAsLong();
            if (otherwiseSince == NEVER) {
                otherwiseSince = now;
            } else if (now - otherwiseSince >= HELD_NANOS) {
                near = isNear;
                otherwiseSince = NEVER;
            }
        }
        return near || leading.getAsBoolean();
    }
}
