package dev.hotlane.protocol;

/**
 * How the heap of a processor is shared: what the caps of {@link Rules} need, and the caps that fit a heap. State and
 * window count twice, because changes that wait for MySQL may take as much again. Any thread; immutable.
 *
 * @param viewed whether the heap also has a view, which keeps each counter a third, fourth and fifth time
 * @param otherBytes of the heap that something else takes, product cards for example
 */
public record HeapShare(boolean viewed, long otherBytes) {
    /** Rings, buffers, queues and classes. */
    private static final long BASE = 768L << 20;

    /** Caps are multiples of it, so that people can read them. */
    private static final long STEP = 50_000_000;

    /** Of 13 bytes of caps, so many are of counters and holds, the rest of the window. */
    private static final int STATE_PARTS = 9;

    private static final int WINDOW_PARTS = 4;

    /** A processor alone. */
    public static final HeapShare OF_A_PROCESSOR = new HeapShare(false, 0);

    /** Bytes of heap that these rules need: what they fill is four fifths of it. */
    public long needed(Rules rules) {
        double filled = BASE
                + (double) otherBytes
                + (double) stateCopies() * rules.stateBytesMax()
                + 2.0 * rules.windowBytesMax();
        return (long) Math.min(Math.ceil(filled / 4 * 5), Long.MAX_VALUE);
    }

    /** The same rules with the caps that fit a heap; null if it is too small for any. */
    public Rules fit(Rules rules, long heapBytes) {
        long room = heapBytes / 5 * 4 - BASE - otherBytes;
        long part = room / (stateCopies() * STATE_PARTS + 2 * WINDOW_PARTS);
        long state = STATE_PARTS * part / STEP * STEP;
        long window = WINDOW_PARTS * part / STEP * STEP;
        return room < 0 || state == 0 || window == 0 ? null : rules.withBytes(state, window);
    }

    private long stateCopies() {
        return viewed ? 5 : 2;
    }
}
