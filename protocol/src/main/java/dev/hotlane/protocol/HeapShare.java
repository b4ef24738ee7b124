package dev.hotlane.protocol;

/**
 * How the heap of a processor is shared: what the caps of {@link Rules} need, and the caps that fit a heap. State and
 * window count twice, because changes that wait for MySQL may take as much again. Any thread; immutable.
 *
 * <p>A fifth of the heap stays free for the collector. Of the rest 768 MiB are for rings, buffers, queues and classes; a
 * heap below 2.5 GiB has 30 % of it for them.
 *
 * @param viewed whether the heap also has a view, which keeps each counter a third, fourth and fifth time
 * @param otherBytes of the heap that something else takes, product cards for example
 */
public record HeapShare(boolean viewed, long otherBytes) {
    /** Most bytes for rings, buffers, queues and classes. */
    private static final long BASE_MAX = 768L << 20;

    /** Caps are multiples of it, so that people can read them. */
    private static final long STEP = 50_000_000;

    private static final long SMALL_STEP = 1_000_000;

    /** Of 13 bytes of caps, so many are of counters and holds, the rest of the window. */
    private static final int STATE_PARTS = 9;

    private static final int WINDOW_PARTS = 4;

    /** A processor alone. */
    public static final HeapShare OF_A_PROCESSOR = new HeapShare(false, 0);

    /** Bytes of heap that these rules need. */
    public long needed(Rules rules) {
        return needed(rules.stateBytesMax(), rules.windowBytesMax());
    }

    /** Bytes of heap that these caps need: half of a small heap; of a large one four fifths, without the base. */
    public long needed(long stateBytesMax, long windowBytesMax) {
        double filled = (double) otherBytes + (double) stateCopies() * stateBytesMax + 2.0 * windowBytesMax;
        return (long) Math.min(Math.ceil(Math.min(2 * filled, (filled + BASE_MAX) / 4 * 5)), Long.MAX_VALUE);
    }

    /** The same rules with the caps that fit a heap; null if it is too small for any. */
    public Rules fit(Rules rules, long heapBytes) {
        long room = Math.max(heapBytes / 2, heapBytes / 5 * 4 - BASE_MAX) - otherBytes;
        long part = room / (stateCopies() * STATE_PARTS + 2 * WINDOW_PARTS);
        long step = WINDOW_PARTS * part < 2 * STEP ? SMALL_STEP : STEP;
        long state = STATE_PARTS * part / step * step;
        long window = WINDOW_PARTS * part / step * step;
        return room < 0 || state == 0 || window == 0 ? null : rules.withBytes(state, window);
    }

    private long stateCopies() {
        return viewed ? 5 : 2;
    }
}
