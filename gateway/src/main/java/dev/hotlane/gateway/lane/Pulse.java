package dev.hotlane.gateway.lane;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Rules;
import java.util.concurrent.TimeUnit;

/**
 * Whether the lane lives, as this gateway can know it: the last BEAT, and the state of its own two clients. Written by
 * whoever learns of a change, read by every event loop and by the pages.
 */
public final class Pulse {
    private final long beatAgeMaxNanos;
    private final long beatAgeMaxMs;
    private volatile Heard heard;
    private volatile boolean draining;
    private volatile String producerFault;
    private volatile String commandsFault;
    private volatile String repliesFault = "the reply topic is not positioned yet";

    private record Heard(Beat beat, long atNanos) {}

    /** Silent at first; a BEAT older than the given age is as good as none. */
    public Pulse(long beatAgeMaxMs) {
        this.beatAgeMaxMs = beatAgeMaxMs;
        this.beatAgeMaxNanos = TimeUnit.MILLISECONDS.toNanos(beatAgeMaxMs);
    }

    /** A BEAT came in; one of an older leader than the last is not believed. By one event loop only. */
    public void heard(Beat beat, long atNanos) {
        Heard last = heard;
        if (last == null || beat.epoch() >= last.beat.epoch()) {
            heard = new Heard(beat, atNanos);
        }
    }

    /** From now on new requests are refused. */
    public void drain() {
        draining = true;
    }

    /** Whether {@link #drain} was called. */
    public boolean draining() {
        return draining;
    }

    /** The producer can send no more; there is no way back but a restart. */
    public void producerFailed(String fault) {
        producerFault = fault;
    }

    /** The producer does not know where to send commands for this reason, or does (null). It heals by itself. */
    public void commands(String fault) {
        commandsFault = fault;
    }

    /** Replies can't be received for this reason, or can (null). */
    public void replies(String fault) {
        repliesFault = fault;
    }

    /** The last BEAT, or null. */
    public Beat beat() {
        Heard last = heard;
        return last == null ? null : last.beat;
    }

    /** Nanoseconds since the last BEAT, or -1. */
    public long beatAgeNanos(long now) {
        Heard last = heard;
        return last == null ? -1 : Math.max(0, now - last.atNanos);
    }

    /** Why nothing may be published at this nanoTime, or null if it may. */
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
