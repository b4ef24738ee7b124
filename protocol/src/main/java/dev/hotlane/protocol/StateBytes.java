package dev.hotlane.protocol;

/**
 * How many bytes of heap the parts of a state count as, in the caps of {@link Rules}. The numbers are constants of the
 * format, so that every process counts the same; each is at least what the part takes. Any thread; no state.
 */
public final class StateBytes {
    /** More for a bucket: its place in the heap by time, whose arrays double. */
    public static final int BUCKET = 40;

    /** Besides the key: numbers 40, index 14. */
    private static final int COUNTER = 56;

    /** Besides the image: hash and shape 16, index 14, heap of expiries 40, links of two lists 32 and their heads 28. */
    private static final int HOLD = 136;

    /** Of an op of a hold besides its image: a link of a list 16, its head 14. */
    private static final int HOLD_OP = 32;

    /** Of a hold of a tenant besides its image: the count of the tenant's open holds, in arrays that double. */
    private static final int TENANT = 48;

    /** Besides the outcome: sequence and length 10, index 14. */
    private static final int WINDOW_ENTRY = 24;

    private StateBytes() {}

    /** Of a counter, by the bytes of its key; a bucket takes {@link #BUCKET} more. */
    public static long counter(int keyLength) {
        return COUNTER + (long) (keyLength + Long.BYTES - 1 & -Long.BYTES);
    }

    /** Of a hold, by the bytes of its image, its ops, and whether it is of a tenant other than the empty one. */
    public static long hold(int imageLength, int ops, boolean ofTenant) {
        return HOLD + (long) HOLD_OP * ops + imageLength + (ofTenant ? TENANT : 0);
    }

    /** Of a command in the window, by the bytes of its outcome. */
    public static long windowEntry(int outcomeLength) {
        return WINDOW_ENTRY + (long) outcomeLength;
    }
}
