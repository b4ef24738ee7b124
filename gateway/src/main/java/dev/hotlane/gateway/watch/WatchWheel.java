package dev.hotlane.gateway.watch;

import java.util.function.Consumer;

/**
 * The streams of one event loop by the time at which each is due next: one wheel in place of a timer for each stream.
 * Belongs to that event loop.
 */
final class WatchWheel {
    /** Length of a slot. */
    static final long SLOT_NANOS = 10_000_000;

    /** More than the longest interval; a stream due later is placed anew when its slot comes. */
    private static final int SLOTS = 1_024;

    private static final int NONE = -1;

    private final WatchStream[] slots = new WatchStream[SLOTS];
    private final long startNanos;

    /** The slot that was emptied last, counted from the start. */
    private long emptied;

    WatchWheel(long startNanos) {
        this.startNanos = startNanos;
    }

    /** Places a stream, or places it anew; it comes out at the first {@link #advance} at or after this time. */
    void place(WatchStream stream, long dueNanos) {
        remove(stream);
        stream.dueNanos = dueNanos;
        long exact = (dueNanos - startNanos + SLOT_NANOS - 1) / SLOT_NANOS;
        long turn = Math.min(Math.max(exact, emptied + 1), emptied + SLOTS - 1);
        int slot = (int) (turn % SLOTS);
        stream.slot = slot;
        stream.inSlotNext = slots[slot];
        if (slots[slot] != null) {
            slots[slot].inSlotPrevious = stream;
        }
        slots[slot] = stream;
    }

    /** Takes a stream out; does nothing if it is not placed. */
    void remove(WatchStream stream) {
        if (stream.slot == NONE) {
            return;
        }
        if (stream.inSlotPrevious == null) {
            slots[stream.slot] = stream.inSlotNext;
        } else {
            stream.inSlotPrevious.inSlotNext = stream.inSlotNext;
        }
        if (stream.inSlotNext != null) {
            stream.inSlotNext.inSlotPrevious = stream.inSlotPrevious;
        }
        stream.slot = NONE;
        stream.inSlotNext = null;
        stream.inSlotPrevious = null;
    }

    /** Takes out each stream that is due. */
    void advance(long nowNanos, Consumer<WatchStream> due) {
        long until = (nowNanos - startNanos) / SLOT_NANOS;
        long first = Math.max(emptied + 1, until - SLOTS + 1);
        emptied = Math.max(emptied, until);
        for (long turn = first; turn <= until; turn++) {
            int slot = (int) (turn % SLOTS);
            WatchStream next = slots[slot];
            while (next != null) {
                WatchStream stream = next;
                next = stream.inSlotNext;
                if (stream.dueNanos - nowNanos > 0) {
                    place(stream, stream.dueNanos);
                } else {
                    remove(stream);
                    due.accept(stream);
                }
            }
        }
    }
}
