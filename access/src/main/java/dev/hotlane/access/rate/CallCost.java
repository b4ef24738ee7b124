package dev.hotlane.access.rate;

/**
 * What calls cost, in sixteenths of a unit of {@link dev.hotlane.access.Rate}: 1 + ops/4 + keys/16 units. One unit is
 * charged before a call's body is read, {@link #rest} when its content is there. Any thread; no state.
 */
public final class CallCost {
    /** Sixteenths of a unit. */
    public static final int UNIT = 16;

    /** The rest of an extend, which costs 16 units: it copies the whole hold into the window. */
    public static final int EXTEND_REST = 15 * UNIT;

    /** The rest of a page of a list, or of a watch of a prefix, which cost 32 units. */
    public static final int PAGE_REST = 31 * UNIT;

    private static final int OP = UNIT / 4;

    private CallCost() {}

    /** The rest of a call with this number of ops, or of one that reads this number of keys. */
    public static int rest(int ops, int keys) {
        return ops * OP + keys;
    }
}
