package dev.hotlane.processor.status;

import dev.hotlane.processor.ring.StateFigures;

/**
 * Status of a processor at one moment. Immutable.
 *
 * @param lane its name
 * @param role what it does now
 * @param incarnation of this start
 * @param epoch it leads or led, 0 for never
 * @param takeOvers take-overs of this process from a leader that fell silent
 * @param falseTakeOvers take-overs of this process from a leader that was alive
 * @param applied next offset to apply
 * @param replied every reply below is acknowledged
 * @param flushed MySQL holds the state as of this offset
 * @param logEnd end of the log as the broker last reported it
 * @param flushFailures attempts failed since the last success
 * @param flushFailure why the last one failed, null for none
 * @param flushStalledSeconds for which MySQL's offset has not moved with records to flush, 0 while it moves
 * @param state as of the last TICK
 */
public record ProcessorStatus(
        String lane,
        Role role,
        String incarnation,
        long epoch,
        long takeOvers,
        long falseTakeOvers,
        long applied,
        long replied,
        long flushed,
        long logEnd,
        int flushFailures,
        String flushFailure,
        double flushStalledSeconds,
        StateFigures state) {

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
                + "\",\"incarnation\":\"" + incarnation + "\",\"epoch\":" + epoch
                + ",\"takeOvers\":{\"all\":" + takeOvers + ",\"false\":" + falseTakeOvers + "}"
                + ",\"offsets\":{\"applied\":" + applied + ",\"replied\":" + replied + ",\"flushed\":" + flushed
                + ",\"logEnd\":" + logEnd + "},\"lags\":{\"apply\":" + Math.max(0, logEnd - applied) + ",\"flush\":"
                + Math.max(0, applied - flushed) + "},\"flush\":{\"failures\":" + flushFailures + ",\"lastFailure\":"
                + quoted(flushFailure) + ",\"stalledSeconds\":" + (long) flushStalledSeconds
                + "},\"state\":{\"offset\":" + state.nextOffset() + ",\"epoch\":"
                + state.epoch() + ",\"logTime\":" + state.logTime() + ",\"horizon\":" + state.horizon()
                + ",\"windowCount\":" + state.windowCount() + ",\"windowAgeMs\":" + state.windowAgeMillis()
                + ",\"counters\":" + state.counters() + ",\"buckets\":" + state.buckets() + ",\"holds\":{\"open\":"
                + state.holdsOpen() + ",\"resolved\":" + state.holdsResolved() + ",\"expired\":"
                + state.holdsExpired() + ",\"expiriesWaiting\":" + state.expiriesWaiting() + "},\"rules\":"
                + state.rulesVersion() + ",\"digest\":\""
                + String.format("%016x", state.digest()) + "\"}}";
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
