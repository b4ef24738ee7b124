package dev.hotlane.gateway.view;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A counter in the table: its key, and its values as of the two newest cuts that changed it. Also the table's key, so
 * that a counter costs one object less. Thread {@code view-table} writes, any thread reads.
 *
 * <p>The values are numbers in place, not objects: a table of many counters is old to the garbage collector, and each
 * reference written into it is work of a collection.
 *
 * <p>Each change goes to the slot of the older values. A slot's cut is {@link #NONE} while its values are written, so a
 * reader that finds the same cut before and after it copied the values has all values of that cut (a sequence lock).
 */
public final class CounterCell {
    private static final int VALUE = 1;
    private static final int VERSION = 2;
    private static final int HELD = 3;
    private static final int CONFIRMED = 4;

    /** Words of a slot: the sequence of the cut that its values are as of, and the values. */
    private static final int SLOT = 5;

    /** The cut of a slot without values: later than any. */
    private static final long NONE = Long.MAX_VALUE;

    /** In place of the version of a counter that does not exist. */
    private static final long REMOVED = Long.MIN_VALUE;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final byte[] key;
    private final int hash;
    private final long[] slots = new long[2 * SLOT];

    /** A counter that does not exist as of any cut so far. */
    CounterCell(byte[] key, int hash) {
        this.key = key;
        this.hash = hash;
        slots[0] = Long.MIN_VALUE;
        slots[VERSION] = REMOVED;
        slots[SLOT] = NONE;
    }

    /** The values as of {@code sequence}, or null if both slots are of later cuts or changed meanwhile. */
    CounterVersion at(long sequence) {
        long first = (long) WORD.getAcquire(slots, 0);
        long second = (long) WORD.getAcquire(slots, SLOT);
        boolean inSecond = second <= sequence && (second > first || first > sequence);
        int slot = inSecond ? SLOT : 0;
        long to = inSecond ? second : first;
        if (to > sequence) {
            return null;
        }
        CounterVersion values = values(slot);
        VarHandle.loadLoadFence();
        return (long) WORD.getOpaque(slots, slot) == to ? values : null;
    }

    private CounterVersion values(int slot) {
        long version = slots[slot + VERSION];
        return version == REMOVED
                ? CounterVersion.ABSENT
                : new CounterVersion(slots[slot + VALUE], version, slots[slot + HELD], slots[slot + CONFIRMED]);
    }

    /** The key itself, which nobody may change. */
    public byte[] key() {
        return key;
    }

    /** The values as of the newest cut; between two packs, as of W. Thread view-table. */
    public CounterVersion newest() {
        return values(newestSlot());
    }

    /** Sequence of the newest cut that changed the counter. Thread view-table. */
    long changedAt() {
        return slots[newestSlot()];
    }

    /** Whether the counter does not exist as of the newest cut. Thread view-table. */
    boolean removed() {
        return slots[newestSlot() + VERSION] == REMOVED;
    }

    /** Whether the counter existed before the pack that changed it last. Thread view-table, until the next pack. */
    boolean existed() {
        return slots[SLOT - newestSlot() + VERSION] != REMOVED;
    }

    /**
     * Sets the values as of a cut, of which no reader has the sequence yet. Returns whether it is the first change of
     * this cut; a second one replaces the first. Thread view-table.
     */
    boolean change(long to, long value, long version, long held, long confirmed) {
        int newest = newestSlot();
        boolean first = slots[newest] != to;
        int slot = first ? SLOT - newest : newest;
        WORD.setOpaque(slots, slot, NONE);
        VarHandle.storeStoreFence();
        slots[slot + VALUE] = value;
        slots[slot + VERSION] = version;
        slots[slot + HELD] = held;
        slots[slot + CONFIRMED] = confirmed;
        WORD.setRelease(slots, slot, to);
        return first;
    }

    /** Removes the counter as of a cut, as {@link #change} does. */
    boolean remove(long to) {
        return change(to, 0, REMOVED, 0, 0);
    }

    private int newestSlot() {
        return slots[SLOT] != NONE && slots[SLOT] > slots[0] ? SLOT : 0;
    }

    boolean hasKey(byte[] bytes, int length) {
        return key.length == length && Arrays.equals(key, 0, length, bytes, 0, length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CounterCell cell && cell.hash == hash && Arrays.equals(cell.key, key);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
