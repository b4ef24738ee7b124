package dev.hotlane.processor.state;

import dev.hotlane.protocol.Rules;

/** How much the state has, and how much RULES allow. Owned by the state thread. */
public final class StateSize {
    private final Counters counters;
    private final Holds holds;
    private final Window window;
    private final RulesInForce inForce;

    StateSize(Counters counters, Holds holds, Window window, RulesInForce inForce) {
        this.counters = counters;
        this.holds = holds;
        this.window = window;
        this.inForce = inForce;
    }

    /** Token buckets that are not known to be full. */
    public int buckets() {
        return counters.buckets();
    }

    /** Bytes of counters and holds, as StateBytes counts them. */
    public long stateBytes() {
        return counters.bytes() + holds.openBytes() + holds.resolvedBytes();
    }

    /** Most bytes of counters and holds; 0 before the first RULES. */
    public long stateBytesMax() {
        Rules rules = inForce.rules();
        return rules == null ? 0 : rules.stateBytesMax();
    }

    /** Bytes of the window, as StateBytes counts them. */
    public long windowBytes() {
        return window.bytes();
    }

    /** Most bytes of the window; 0 before the first RULES. */
    public long windowBytesMax() {
        Rules rules = inForce.rules();
        return rules == null ? 0 : rules.windowBytesMax();
    }
}
