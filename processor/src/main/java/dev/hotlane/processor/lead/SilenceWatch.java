package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Positions;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Conditions for a follower to stand: the leader is silent, none of its records is unread, this machine's clock is
 * right. Owned by the state thread.
 */
final class SilenceWatch {
    private static final Logger log = LoggerFactory.getLogger(SilenceWatch.class);

    /** Time between two reads of the log's end; records before it must be applied first. */
    private static final long LOOK_NANOS = 20_000_000;

    /** Longest time for which the end read is valid: after it, this process may have paused. */
    private static final long LOOK_VALID_NANOS = 10 * LOOK_NANOS;

    /** Time after its apply for which a record's timestamp is compared with this clock. */
    private static final long FRESH_NANOS = 2_000_000_000;

    /** Largest difference from the broker's clock at which this clock may drive the log clock. */
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

    /** A leader's record at this offset was applied. Records from before our start are no sign of life. */
    void heard(long offset) {
        if (offset >= replay.end()) {
            lifeSignNanos = clocks.nanos().getAsLong();
        }
    }

    /** Records below {@code next} are applied; {@code timestamp} is the broker's append time of the last one. */
    void progressed(long next, long timestamp) {
        applied = next;
        if (next > replay.end()) {
            recordNanos = clocks.nanos().getAsLong();
            skewMillis = clocks.wallMillis().getAsLong() - timestamp;
        }
    }

    /**
     * Whether the leader wrote nothing for that time while the broker answered. The silence starts again if the broker
     * did not answer, or this process paused, for more than half of the time.
     */
    boolean silentFor(Duration silence) {
        long answered = positions.logAnswered().getAsLong();
        if (applied >= replay.end() && answered - answeredNanos > silence.toNanos() / 2) {
            lifeSignNanos = answered;
        }
        answeredNanos = answered;
        return answered - lifeSignNanos >= silence.toNanos();
    }

    /** Whether all records that were in the log 20 to 200 ms ago are applied: a backlog may hide an unread TICK. */
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
