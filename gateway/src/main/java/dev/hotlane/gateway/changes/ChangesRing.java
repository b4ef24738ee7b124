package dev.hotlane.gateway.changes;

/**
 * The last groups, whole, up to a number of bytes. One thread adds; any thread reads. A place in it is a number that counts all
 * groups ever added, so it is never used twice.
 */
final class ChangesRing {
    private final long bytesMax;
    private ChangesGroup[] groups = new ChangesGroup[256];
    private long first;
    private volatile long end;
    private long bytes;

    /** All groups of a greater sequence that were read are here. */
    private long floor = Long.MAX_VALUE;

    /** All groups that begin at or behind this offset and were read are here. */
    private long floorOffset = Long.MAX_VALUE;

    ChangesRing(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /**
     * Drops all groups; the next one added is the first of those above a sequence.
     *
     * @param sequence all groups up to it end before the offset, all others begin at or behind it
     */
    synchronized void reset(long sequence, long offset) {
        while (first < end) {
            evict();
        }
        floor = sequence;
        floorOffset = offset;
    }

    /** Nothing joins until the next {@link #reset}. */
    synchronized void close() {
        reset(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    synchronized void add(ChangesGroup group) {
        if (end - first == groups.length) {
            grow();
        }
        long place = end;
        groups[at(place)] = group;
        bytes += group.bytes();
        end = place + 1;
        while (bytes > bytesMax) {
            evict();
        }
    }

    private void evict() {
        ChangesGroup oldest = groups[at(first)];
        groups[at(first)] = null;
        first++;
        bytes -= oldest.bytes();
        floor = oldest.sequence();
        floorOffset = oldest.next();
    }

    private void grow() {
        ChangesGroup[] larger = new ChangesGroup[2 * groups.length];
        for (long i = first; i < end; i++) {
            larger[(int) (i % larger.length)] = groups[at(i)];
        }
        groups = larger;
    }

    private int at(long place) {
        return (int) (place % groups.length);
    }

    /** The place behind the last group. */
    long end() {
        return end;
    }

    /** A stream's place in the ring and its position there. */
    record Joined(long place, long sequence) {}

    /**
     * Where a stream goes on that has all groups up to a sequence, and has read all that begin before an offset (-1: unknown);
     * null if groups behind both may be missing here.
     */
    synchronized Joined join(long sequence, long offset) {
        if (sequence < floor && offset < floorOffset) {
            return null;
        }
        long low = first;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (groups[at(middle)].sequence() <= sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return new Joined(low, Math.max(sequence, floor));
    }

    /** Copies groups from a place on; returns how many, or -1 if the first of them was evicted. */
    synchronized int copy(long place, ChangesGroup... into) {
        if (place < first) {
            return -1;
        }
        int count = (int) Math.min(into.length, end - place);
        for (int i = 0; i < count; i++) {
            into[i] = groups[at(place + i)];
        }
        return count;
    }

    /** Bytes of its groups, calculated. */
    synchronized long bytes() {
        return bytes;
    }
}
