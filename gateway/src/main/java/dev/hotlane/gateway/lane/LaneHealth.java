package dev.hotlane.gateway.lane;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Rules;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the lane is alive, from this gateway's view: the last BEAT, and the state of its own two clients; and whether
 * this gateway is there to be called. Written by the thread that detects a change; read by every event loop and by the
 * pages.
 */
public final class LaneHealth {
    private static final Logger log = LoggerFactory.getLogger(LaneHealth.class);

    /** Most take-overs between two BEATs of a live lane; a re-anchored lane was silent for longer before. */
    private static final long EPOCHS_AT_ONCE_MAX = 1_000;

    private final long beatAgeMaxNanos;
    private final long beatAgeMaxMs;
    private volatile Heard heard;
    private volatile long refusedBeats;
    private volatile boolean open;
    private volatile boolean leaving;
    private volatile boolean draining;
    private volatile BooleanSupplier processor = () -> true;
    private volatile String producerFault;
    private volatile String commandsFault;
    private volatile String repliesFault = "the reply topic is not positioned yet";

    private record Heard(Beat beat, long atNanos) {}

    /** Starts without a BEAT; a BEAT older than {@code beatAgeMax} counts as none. */
    public LaneHealth(Duration beatAgeMax) {
        beatAgeMaxMs = beatAgeMax.toMillis();
        beatAgeMaxNanos = beatAgeMax.toNanos();
    }

    /**
     * Takes a BEAT. Ignores one that no leader can have written. Also ignores one of an older leader than the last, or
     * of an epoch more than 1,000 above, until the last accepted BEAT is older than half of beatAgeMax. A live leader
     * is not silent for that long, so a forged BEAT is in force for that time at most. Called by one event loop only.
     */
    public void heard(Beat beat, long atNanos) {
        Heard last = heard;
        boolean inOrder = last == null
                || beat.epoch() >= last.beat.epoch() && beat.epoch() - last.beat.epoch() <= EPOCHS_AT_ONCE_MAX
                || atNanos - last.atNanos > beatAgeMaxNanos / 2;
        if (inOrder && beat.isPossible()) {
            heard = new Heard(beat, atNanos);
        } else {
            refused(beat, last);
        }
    }

    private void refused(Beat beat, Heard last) {
        long count = refusedBeats + 1;
        refusedBeats = count;
        // Logs counts 1, 2, 4, 8, ...: forged BEATs must not fill the disk with logs.
        if (Long.bitCount(count) == 1) {
            log.warn(
                    "ignored a BEAT of epoch {} (the last one counted is of epoch {}), {} so far: it is late, of a leader"
                            + " that was deposed, or forged. If this number grows, find out who writes to the reply topic",
                    beat.epoch(),
                    last == null ? 0 : last.beat.epoch(),
                    count);
        }
    }

    /** Number of BEATs ignored. Any thread. */
    public long refusedBeats() {
        return refusedBeats;
    }

    /** The port is open. */
    public void opened() {
        open = true;
    }

    /** This gateway is ready only while this holds: the processor of its node is ready. Any thread asks. */
    public void needs(BooleanSupplier ready) {
        processor = ready;
    }

    /** Is not ready from now on, so that no new caller comes. Calls are served until {@link #drain}. */
    public void leave() {
        leaving = true;
    }

    /** Rejects all new requests from now on. */
    public void drain() {
        leaving = true;
        draining = true;
    }

    /** Whether its port is open and it is not leaving. */
    public boolean isOpen() {
        return open && !leaving;
    }

    /** The reason why no caller should be sent here, whatever the lane does; null if there is none. */
    public String ownFault() {
        if (leaving) {
            return "this gateway is shutting down";
        }
        return processor.getAsBoolean() ? null : "the processor of this node replays, or is far behind";
    }

    /** The reason why this gateway is not ready: it is leaving, or {@link #fault}; null if it is ready. */
    public String readyFault(long now) {
        return leaving ? "this gateway is shutting down" : fault(now);
    }

    /** Whether {@link #drain} was called. */
    public boolean draining() {
        return draining;
    }

    /** The producer can't send any more; only a restart helps. */
    public void producerFailed(String fault) {
        producerFault = fault;
    }

    /**
     * The producer has no metadata of the command topic for this reason, or has it (null). Recovers without a restart.
     */
    public void commands(String fault) {
        commandsFault = fault;
    }

    /** Replies can't be received for this reason, or can be (null). */
    public void replies(String fault) {
        repliesFault = fault;
    }

    /** The last BEAT, or null. */
    public Beat beat() {
        Heard last = heard;
        return last == null ? null : last.beat;
    }

    /** Nanoseconds since the last BEAT, or -1 if there was none. */
    public long beatAgeNanos(long now) {
        Heard last = heard;
        return last == null ? -1 : Math.max(0, now - last.atNanos);
    }

    /**
     * The reason why no write may be published, except those that end or prolong a hold: changes that wait for MySQL take
     * more than their share of the leader's heap. Null if there is none.
     */
    public String writeFault() {
        Heard last = heard;
        if (last == null || !last.beat.isDirtyFull()) {
            return null;
        }
        return "MySQL is behind, changes that wait for it take " + last.beat.dirtyBytes() + " of "
                + last.beat.dirtyBytesMax() + " bytes of the leader's heap";
    }

    /** The reason why nothing may be published at this nanoTime, or null if there is none. */
    public String fault(long now) {
        if (draining) {
            return "this gateway is shutting down";
        }
        if (producerFault != null) {
            return producerFault;
        }
        if (repliesFault != null) {
            return repliesFault;
        }
        if (commandsFault != null) {
            return commandsFault;
        }
        Heard last = heard;
        if (last == null) {
            return "no processor has been heard yet";
        }
        if (now - last.atNanos > beatAgeMaxNanos) {
            return "no processor has been heard for more than " + beatAgeMaxMs + " ms";
        }
        if (last.beat.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            return "the rules ask for format " + last.beat.formatVersion() + ", this gateway writes format "
                    + Rules.KNOWN_FORMAT_MAX + ": upgrade it";
        }
        return null;
    }
}
