package dev.hotlane.processor.status;

import dev.hotlane.processor.ring.StateFigures;
import dev.hotlane.protocol.json.JsonLine;
import java.util.Locale;

/**
 * Status of a processor at one moment. Immutable.
 *
 * @param lane its name
 * @param role what it does now
 * @param incarnation of this start
 * @param leading what it led
 * @param offsets next offset of each part
 * @param flush how flushing goes
 * @param state as of the last TICK
 */
public record ProcessorStatus(
        String lane,
        Role role,
        String incarnation,
        Leading leading,
        Offsets offsets,
        Flushing flush,
        StateFigures state) {

    /**
     * What a process led.
     *
     * @param epoch it leads or led, 0 for never
     * @param takeOvers take-overs of this process from a leader that fell silent
     * @param falseTakeOvers take-overs of this process from a leader that was alive
     */
    public record Leading(long epoch, long takeOvers, long falseTakeOvers) {}

    /**
     * Next offset of each part.
     *
     * @param applied next offset to apply
     * @param replied every reply below is acknowledged
     * @param flushed MySQL holds the state as of this offset
     * @param logEnd end of the log as the broker last reported it
     */
    public record Offsets(long applied, long replied, long flushed, long logEnd) {}

    /**
     * How flushing goes.
     *
     * @param failures attempts failed since the last success
     * @param lastFailure why the last one failed, null for none
     * @param stalledSeconds for which MySQL's offset has not moved with records to flush, 0 while it moves
     */
    public record Flushing(int failures, String lastFailure, double stalledSeconds) {}

    /** Role of a processor. */
    public enum Role {
        /** Applies what was in the log when it started. */
        REPLAYING,
        /** Applies and sends no replies: another process leads, or none. */
        FOLLOWING,
        /** Sends replies. */
        LEADING,
        /** Ended by a fault. */
        HALTED
    }

    /** Appends its fields to an object. */
    void writeTo(JsonLine out) {
        out.put("lane", lane)
                .put("role", role.name().toLowerCase(Locale.ROOT))
                .put("incarnation", incarnation)
                .put("epoch", leading.epoch);
        out.beginObject("takeOvers")
                .put("all", leading.takeOvers)
                .put("false", leading.falseTakeOvers)
                .endObject();
        out.beginObject("offsets")
                .put("applied", offsets.applied)
                .put("replied", offsets.replied)
                .put("flushed", offsets.flushed)
                .put("logEnd", offsets.logEnd)
                .endObject();
        out.beginObject("lags")
                .put("apply", Math.max(0, offsets.logEnd - offsets.applied))
                .put("flush", Math.max(0, offsets.applied - offsets.flushed))
                .endObject();
        out.beginObject("flush")
                .put("failures", flush.failures)
                .put(
                        "lastFailure",
                        flush.lastFailure == null ? null : flush.lastFailure.replaceAll("[\\x00-\\x1f]", " "))
                .put("stalledSeconds", (long) flush.stalledSeconds)
                .endObject();
        writeState(out);
    }

    private void writeState(JsonLine out) {
        StateFigures.Holds holds = state.holds();
        out.beginObject("state")
                .put("offset", state.at().nextOffset())
                .put("epoch", state.at().epoch())
                .put("logTime", state.at().logTime())
                .put("horizon", state.window().horizon())
                .put("windowCount", state.window().count())
                .put("windowAgeMs", state.window().ageMillis())
                .put("counters", state.counters().all())
                .put("buckets", state.counters().buckets());
        out.beginObject("holds")
                .put("open", holds.open())
                .put("resolved", holds.resolved())
                .put("expired", holds.expired())
                .put("expiriesWaiting", holds.expiriesWaiting())
                .endObject();
        StateFigures.Room room = state.room();
        out.beginObject("bytes")
                .put("state", room.state())
                .put("stateMax", room.stateMax())
                .put("window", room.window())
                .put("windowMax", room.windowMax())
                .endObject();
        out.put("rules", state.at().rulesVersion())
                .putHex("digest", state.at().digest())
                .endObject();
    }
}
