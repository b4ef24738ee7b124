package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * Rows by due time, earliest first: a heap of four ways, so that the children of a node share a cache line. Every row
 * stores its position, so any row can be removed or moved. Owned by the state thread; allocates only to grow.
 */
public abstract class Heap {
    private static final int WAYS = 4;

    private long[] due = new long[64];
    private long[] tie = new long[64];
    private int[] places = new int[64];
    private int size;

    /** Whether the row precedes the other one if due time and tie are equal. */
    protected abstract boolean precedes(int place, int other);

    /** Receives a row's new position. */
    protected abstract void moved(int place, int position);

    /** Adds a row; of those due at the same time the smaller tie (unsigned) comes first. */
    public final void add(int place, long dueAt, long tieBreak) {
        if (size == due.length) {
            due = Arrays.copyOf(due, size * 2);
            tie = Arrays.copyOf(tie, size * 2);
            places = Arrays.copyOf(places, size * 2);
        }
        size++;
        rise(size - 1, place, dueAt, tieBreak);
    }

    /** Removes the row at that position. */
    public final void remove(int position) {
        size--;
        if (position < size) {
            settle(position, places[size], due[size], tie[size]);
        }
    }

    /** Changes the due time of the row at that position. */
    public final void change(int position, long dueAt) {
        settle(position, places[position], dueAt, tie[position]);
    }

    public final boolean isEmpty() {
        return size == 0;
    }

    public final int size() {
        return size;
    }

    /** Due time of the first row; there must be one. */
    public final long firstDue() {
        return due[0];
    }

    /** The first row; there must be one. */
    public final int first() {
        return places[0];
    }

    /** Number of rows due by that time, counted up to {@code most}. */
    public final int countDue(long by, int most) {
        return countDue(0, by, most);
    }

    private int countDue(int position, long by, int most) {
        if (position >= size || due[position] > by || most <= 0) {
            return 0;
        }
        int count = 1;
        for (int child = position * WAYS + 1; child <= position * WAYS + WAYS; child++) {
            count += countDue(child, by, most - count);
        }
        return count;
    }

    private void settle(int position, int place, long dueAt, long tieBreak) {
        int parent = (position - 1) / WAYS;
        if (position > 0 && before(place, dueAt, tieBreak, parent)) {
            rise(position, place, dueAt, tieBreak);
        } else {
            sink(position, place, dueAt, tieBreak);
        }
    }

    private void rise(int from, int place, long dueAt, long tieBreak) {
        int hole = from;
        while (hole > 0) {
            int parent = (hole - 1) / WAYS;
            if (!before(place, dueAt, tieBreak, parent)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, place, dueAt, tieBreak);
    }

    private void sink(int from, int place, long dueAt, long tieBreak) {
        int hole = from;
        for (int child = hole * WAYS + 1; child < size; child = hole * WAYS + 1) {
            int least = child;
            int end = Math.min(child + WAYS, size);
            for (int other = child + 1; other < end; other++) {
                if (before(places[other], due[other], tie[other], least)) {
                    least = other;
                }
            }
            if (!before(places[least], due[least], tie[least], place, dueAt, tieBreak)) {
                break;
            }
            move(least, hole);
            hole = least;
        }
        put(hole, place, dueAt, tieBreak);
    }

    private boolean before(int place, long dueAt, long tieBreak, int position) {
        return before(place, dueAt, tieBreak, places[position], due[position], tie[position]);
    }

    private boolean before(int place, long dueAt, long tieBreak, int other, long otherDue, long otherTie) {
        if (dueAt != otherDue) {
            return dueAt < otherDue;
        }
        return tieBreak != otherTie ? Long.compareUnsigned(tieBreak, otherTie) < 0 : precedes(place, other);
    }

    private void move(int from, int to) {
        put(to, places[from], due[from], tie[from]);
    }

    private void put(int position, int place, long dueAt, long tieBreak) {
        due[position] = dueAt;
        tie[position] = tieBreak;
        places[position] = place;
        moved(place, position);
    }
}
