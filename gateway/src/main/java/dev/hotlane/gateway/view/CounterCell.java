package dev.hotlane.gateway.view;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A counter in the table: its key, and its values as of the newest cuts that changed it. Also the table's key, so that a
 * counter costs one object less. Thread {@code view-table} writes, any thread reads.
 */
public final class CounterCell {
    /** Written in order and without a fence behind each store: the volatile write of W follows all cells of a pack. */
    private static final VarHandle NEWEST = handle("newest");

    private static final VarHandle OLDER = handle("older");

    private final byte[] key;
    private final int hash;
    private volatile CounterVersion newest;

    /** The version before the newest; null if it is not kept any more. */
    private volatile CounterVersion older;

    CounterCell(byte[] key, int hash, CounterVersion first, CounterVersion before) {
        this.key = key;
        this.hash = hash;
        older = before;
        newest = first;
    }

    /** The values as of {@code sequence}, or null if both versions are of later cuts or the older one is not kept. */
    CounterVersion at(long sequence) {
        CounterVersion last = newest;
        if (last.to <= sequence) {
            return last;
        }
        // Written before the newest: at least the version that the newest replaced.
        CounterVersion before = older;
        return before != null && before.to <= sequence ? before : null;
    }

    /** The key itself, which nobody may change. */
    public byte[] key() {
        return key;
    }

    /** The values as of the newest cut; as of W on thread view-table, between two packs. */
    public CounterVersion newest() {
        return newest;
    }

    /** Sets the values as of a later cut; a second change of the same cut replaces the first. */
    void change(CounterVersion next) {
        CounterVersion last = newest;
        if (last.to < next.to) {
            OLDER.setRelease(this, last);
        }
        NEWEST.setRelease(this, next);
    }

    /** Whether the counter existed before the pack that changed it last. Thread view-table, until the next pack. */
    boolean existed() {
        return !older.removed;
    }

    /** Drops the older version. */
    void settle() {
        OLDER.setRelease(this, null);
    }

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(CounterCell.class, field, CounterVersion.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
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
