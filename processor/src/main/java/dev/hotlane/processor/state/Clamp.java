package dev.hotlane.processor.state;

/** The arithmetic of a clamped add: any thread, no state. */
final class Clamp {
    private Clamp() {}

    /** Adds the delta as far as the bound in its direction allows; never moves backwards. */
    static long add(long before, long delta, long min, long max) {
        if (delta >= 0) {
            long room = before >= max ? 0 : max - before;
            // A room that overflowed is larger than any delta.
            return before + (room < 0 ? delta : Math.min(delta, room));
        }
        long room = before <= min ? 0 : min - before;
        return before + (room > 0 ? delta : Math.max(delta, room));
    }
}
