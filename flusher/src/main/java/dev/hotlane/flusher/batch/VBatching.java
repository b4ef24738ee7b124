package dev.hotlane.flusher.batch;

import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/*
 * What it gives up
 *
 * Take the log as a table, a row per transaction, a column per key. hBatching takes whole rows, so its values hold
 * together at one offset. Each marshaller of vBatching has some of the columns and proceeds by itself, so written
 * values hold together for no offset: half of a transaction may be written and half not. Each value by itself was true
 * once, and is the latest one soon after the events stop. That is enough to show a stock, and never enough to start
 * from: it does not show which part of the log is in it. So nothing here has offsets, holds or the window, and no
 * recovery can read it; Checkpoint rejects a database that has such values.
 */

/**
 * One of several marshallers that batch the log by columns: each has its own keys, by their hash, and keeps their
 * latest values only, with no common offset. For projections: a table of values as soon as possible, whose transactions
 * may be split. Every marshaller gets all events, on a thread of its own.
 */
public final class VBatching implements Marshaller {
    /** Each is a thread that reads every event, with a writer and a connection: more cost more than they help. */
    public static final int MARSHALLERS_MAX = 64;

    private final int number;
    private final int count;
    private final WriterExchange<DirtyMap> writer;
    private final int keysMax;
    private final long intervalNanos;
    private final LongSupplier nanos;
    private DirtyMap filling = new DirtyMap();
    private long lastNanos;

    private VBatching(int number, int count, WriterExchange<DirtyMap> writer, BatchLimits limits, LongSupplier nanos) {
        this.number = number;
        this.count = count;
        this.writer = writer;
        this.nanos = nanos;
        keysMax = limits.keysMax();
        intervalNanos = limits.interval().toNanos();
        lastNanos = nanos.getAsLong() - intervalNanos;
    }

    /** As {@link #marshallers(int, IntFunction, BatchLimits, LongSupplier)}, with this machine's clock. */
    public static VBatching[] marshallers(
            int count, IntFunction<? extends WriterExchange<DirtyMap>> writers, BatchLimits limits) {
        return marshallers(count, writers, limits, System::nanoTime);
    }

    /**
     * Creates {@code count} marshallers, which divide the keys among them.
     *
     * @param writers the writer of each, by number from 0
     * @param limits when an exchange of one of them is due
     * @param nanos a monotonic clock
     */
    public static VBatching[] marshallers(
            int count,
            IntFunction<? extends WriterExchange<DirtyMap>> writers,
            BatchLimits limits,
            LongSupplier nanos) {
        requireCount(count);
        VBatching[] all = new VBatching[count];
        for (int i = 0; i < count; i++) {
            all[i] = new VBatching(i, count, writers.apply(i), limits, nanos);
        }
        return all;
    }

    /** Rejects a number of marshallers outside 1..64. */
    public static void requireCount(int count) {
        if (count < 1 || count > MARSHALLERS_MAX) {
            throw new IllegalArgumentException("found " + count + " marshallers of vBatching, expected 1.."
                    + MARSHALLERS_MAX + ": give it one for each core that it may use");
        }
    }

    /** No effect if another marshaller has the key. */
    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        if (has(hash)) {
            filling.put(key, offset, length, hash, value, version, held, confirmed);
        }
    }

    /** No effect if another marshaller has the key. */
    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        if (has(hash)) {
            filling.remove(key, offset, length, hash);
        }
    }

    /** Whether this marshaller has keys of that hash. Other bits of it decide the place in a map: all fill evenly. */
    public boolean has(long hash) {
        return (int) ((DirtyMap.spread(hash) >>> 48) * count >>> 16) == number;
    }

    @Override
    public boolean due() {
        int dirty = filling.size();
        return dirty > 0 && writer.ready() && (dirty >= keysMax || nanos.getAsLong() - lastNanos >= intervalNanos);
    }

    /** Passes the values to the writer, due or not, if it is free; returns whether it did. */
    public boolean offer() {
        if (filling.size() == 0 || !writer.ready()) {
            return false;
        }
        lastNanos = nanos.getAsLong();
        filling = writer.exchange(filling);
        return true;
    }

    /** Keys that wait for the next exchange. On its own thread. */
    public int dirtyKeys() {
        return filling.size();
    }
}
