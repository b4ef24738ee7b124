package dev.hotlane.protocol.process;

import java.util.ArrayDeque;

/**
 * How old the oldest thing is that a process has not done yet, of things with numbers in a row. It remembers how far the row
 * went at each second, so the age is at most a second too small. One thread looks; any thread reads.
 */
public final class BehindSince {
    /** An hour and more; beyond it the oldest stay and newer ones are not kept, so that the age of the oldest is right. */
    private static final int MARKS_MAX = 4_096;

    private static final long APART_NANOS = 1_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();
    private volatile Mark oldest;

    /** The row ended there at that time. */
    private record Mark(long end, long nanos) {}

    /** It has done nothing, and nothing is to be done. */
    public BehindSince() {}

    /**
     * Compares both ends; call it about once a second, or more often.
     *
     * @param end the row has all numbers below
     * @param done so far this process has come: all below are done
     * @param nanos nanoTime
     */
    public void look(long end, long done, long nanos) {
        while (!marks.isEmpty() && marks.peekFirst().end <= done) {
            marks.removeFirst();
        }
        Mark last = marks.peekLast();
        boolean due = last == null || last.end < end && nanos - last.nanos >= APART_NANOS && marks.size() < MARKS_MAX;
        if (end > done && due) {
            marks.addLast(new Mark(end, nanos));
        }
        oldest = marks.peekFirst();
    }

    /** Forgets all: what is to be done is another one's work. */
    public void clear() {
        marks.clear();
        oldest = null;
    }

    /** The age at this nanoTime in seconds; 0 if nothing is behind. */
    public double seconds(long nanos) {
        Mark at = oldest;
        return at == null ? 0 : Math.max(0, nanos - at.nanos) / NANOS_PER_SECOND;
    }
}
