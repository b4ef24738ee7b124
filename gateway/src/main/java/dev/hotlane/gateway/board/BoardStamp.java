package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.protocol.Gcra;

/** What a copy of a board is as of, and for how long its values hold. Immutable but for {@link #end}. */
final class BoardStamp {
    private final long load;
    private final ViewCut cut;
    private final long nanos;
    private final long fullAtNanos;

    /** The last cut as of which the values held; null while they hold. */
    private volatile ViewCut end;

    /**
     * A copy that was made now.
     *
     * @param load number of the load that filled the view
     * @param cut what it is as of
     * @param nanos nanoTime
     * @param fullAtNanos the log time in ns from which the first of its buckets equals an absent counter
     */
    BoardStamp(long load, ViewCut cut, long nanos, long fullAtNanos) {
        this.load = load;
        this.cut = cut;
        this.nanos = nanos;
        this.fullAtNanos = fullAtNanos;
    }

    /** The number of the load that filled the view. */
    long load() {
        return load;
    }

    /** The cut that the copy is as of. */
    ViewCut cut() {
        return cut;
    }

    /** When it was made, nanoTime. */
    long nanos() {
        return nanos;
    }

    /** The last cut as of which the values held; null while they hold. Any thread. */
    ViewCut end() {
        return end;
    }

    /** The values hold no longer; {@code last} is the last cut as of which they did. Thread view-table. */
    void end(ViewCut last) {
        if (end == null) {
            end = last;
        }
    }

    /** Whether a bucket of it equals an absent counter at this cut, and did not at that of the copy. */
    boolean isOutdatedBy(ViewCut now) {
        return fullAtNanos <= Gcra.nanos(now.logTime());
    }
}
