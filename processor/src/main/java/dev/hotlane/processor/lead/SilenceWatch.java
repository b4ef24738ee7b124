package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Positions;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a follower watches before it stands: that the leader has fallen silent, that nothing of it lies unread, that its
 * own clock is true. Owned by the state thread.
 */
final class SilenceWatch {
    private static final Logger log = LoggerFactory.getLogger(SilenceWatch.class);

    /** Time between two questions for the end of the log: records before it must be applied first. */
    private static final long LOOK_NANOS = 20_000_000;

    /** A look from before a pause of this process says nothing. */
    private static final long LOOK_VALID_NANOS = 10 * LOOK_NANOS;

    /** Time after its apply for which a record's timestamp counts against this clock. */
    private static final long FRESH_NANOS = 2_000_000_000;

    /** A clock farther than this from the broker's must not drive the log clock. */
    private static final long SKEW_MAX_MILLIS = 1_000;

    private final Replay replay;
    private final Clocks clocks;
    private final Positions positions;
    private long applied;
    private long lifeSignNanos;
    private long answeredNanos;
    private boolean looked;
    private long endSeen;
    private long lookNanos;
    private long recordNanos;
    private long skewMillis;
    private boolean warned;

    SilenceWatch(Replay replay, Clocks clocks, Positions positions) {
        this.replay = replay;
        this.clocks = clocks;
        this.positions = positions;
        applied = replay.from();
        lifeSignNanos = replay.capturedNanos();
        answeredNanos = replay.capturedNanos();
        recordNanos = replay.capturedNanos() - FRESH_NANOS;
    }

    /** A leader spoke at this offset; words from before our start say nothing about its life. */
    void heard(long offset) {
        if (offset >= replay.end()) {
            lifeSignNanos = clocks.nanos().getAsLong();
        }
    }

    /** Records up to here are applied, the last one stamped so by the broker. */
    void progressed(long next, long timestamp) {
        applied = next;
        if (next > replay.end()) {
            recordNanos = clocks.nanos().getAsLong();
            skewMillis = clocks.wallMillis().getAsLong() - timestamp;
        }
    }

    /**
     * Whether the leader wrote nothing for that time while the broker answered. If the broker did not answer for half of
     * the time, or this process stood still, the silence begins anew.
     */
    boolean silentFor(Duration silence) {
        long answered = positions.logAnswered().getAsLong();
        if (applied >= replay.end() && answered - answeredNanos > silence.toNanos() / 2) {
            lifeSignNanos = answered;
        }
        answeredNanos = answered;
        return answered - lifeSignNanos >= silence.toNanos();
    }

    /** Whether all that was in the log a moment ago is applied: a TICK may still lie unread behind a backlog. */
    boolean caughtUp(long now) {
        long since = now - lookNanos;
        if (applied < replay.end() || looked && (applied < endSeen || since < LOOK_NANOS)) {
            return false;
        }
        boolean caughtUp = looked && since < LOOK_VALID_NANOS;
        looked = true;
        endSeen = positions.logEnd().getAsLong();
        lookNanos = now;
        return caughtUp;
    }

    boolean clockIsTrue(long now) {
        if (now - recordNanos >= FRESH_NANOS || Math.abs(skewMillis) <= SKEW_MAX_MILLIS) {
            warned = false;
            return true;
        }
        if (!warned) {
            warned = true;
            log.warn(
                    "this machine's clock is {} ms off the broker's time of the newest record, at most {} are allowed:"
                            + " not standing for leadership; set the clock",
                    skewMillis,
                    SKEW_MAX_MILLIS);
        }
        return false;
    }
}
