package dev.hotlane.processor.status;

import dev.hotlane.processor.ring.StateFigures;

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

    /** One JSON object. */
    public String json() {
        return "{\"lane\":\"" + lane + "\",\"role\":\"" + role.name().toLowerCase(java.util.Locale.ROOT)
                + "\",\"incarnation\":\"" + incarnation + "\",\"epoch\":" + leading.epoch
                + ",\"takeOvers\":{\"all\":" + leading.takeOvers + ",\"false\":" + leading.falseTakeOvers + "}"
                + offsetsJson()
                + ",\"flush\":{\"failures\":" + flush.failures + ",\"lastFailure\":" + quoted(flush.lastFailure)
                + ",\"stalledSeconds\":" + (long) flush.stalledSeconds + "}," + stateJson() + "}";
    }

    private String offsetsJson() {
        return ",\"offsets\":{\"applied\":" + offsets.applied + ",\"replied\":" + offsets.replied + ",\"flushed\":"
                + offsets.flushed + ",\"logEnd\":" + offsets.logEnd + "},\"lags\":{\"apply\":"
                + Math.max(0, offsets.logEnd - offsets.applied) + ",\"flush\":"
                + Math.max(0, offsets.applied - offsets.flushed) + "}";
    }

    private String stateJson() {
        StateFigures.Holds holds = state.holds();
        return "\"state\":{\"offset\":" + state.at().nextOffset() + ",\"epoch\":"
                + state.at().epoch()
                + ",\"logTime\":" + state.at().logTime() + ",\"horizon\":"
                + state.window().horizon()
                + ",\"windowCount\":" + state.window().count() + ",\"windowAgeMs\":"
                + state.window().ageMillis()
                + ",\"counters\":" + state.counters().all() + ",\"buckets\":"
                + state.counters().buckets()
                + ",\"holds\":{\"open\":" + holds.open() + ",\"resolved\":" + holds.resolved() + ",\"expired\":"
                + holds.expired() + ",\"expiriesWaiting\":" + holds.expiriesWaiting() + "},\"rules\":"
                + state.at().rulesVersion() + ",\"digest\":\""
                + String.format("%016x", state.at().digest()) + "\"}";
    }

    private static String quoted(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else {
                out.append(c < ' ' ? ' ' : c);
            }
        }
        return out.append('"').toString();
    }
}
