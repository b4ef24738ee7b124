package dev.hotlane.processor.state;

/** The arithmetic of a clamped add: any thread, no state. */
final class Clamp {
    private Clamp() {}

    /** Goes from {@code before} towards the delta as far as the bound in that direction lets it, never backwards. */
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
