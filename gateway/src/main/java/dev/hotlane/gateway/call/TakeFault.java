package dev.hotlane.gateway.call;

import dev.hotlane.protocol.Gcra;

/** Names the number of a take that is wrong. Any thread. */
final class TakeFault {
    private TakeFault() {}

    /** The fault in words, or null if these four numbers make a valid take. */
    static String of(long tokens, long count, long periodMs, long burst) {
        if (Gcra.fits(tokens, count, periodMs, burst)) {
            return null;
        }
        if (count < 1) {
            return tooSmall("count", count);
        }
        if (periodMs < 1) {
            return tooSmall("periodMs", periodMs);
        }
        if (burst < 1) {
            return tooSmall("burst", burst);
        }
        if (tokens < 0 || tokens > burst) {
            return "\"tokens\" of a take must be 0 to burst, which is " + burst + "; found " + tokens;
        }
        return "\"burst\" / \"count\" x \"periodMs\" of a take, the time in which its bucket fills, may be 146 years"
                + " at most: lower burst or periodMs, or raise count";
    }

    private static String tooSmall(String field, long found) {
        return '"' + field + "\" of a take must be at least 1, found " + found;
    }
}
