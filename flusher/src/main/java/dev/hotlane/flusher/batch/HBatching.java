package dev.hotlane.flusher.batch;

import dev.hotlane.protocol.Meta;
import java.util.function.LongSupplier;

/**
 * Batches consecutive rows of the log: the latest value per key, and the offset for which all of them hold. Owned by
 * the flush thread, which adds values in log order and cuts at record ends only. Never blocks, never waits for SQL:
 * while the writer is busy or MySQL is away, events coalesce in the filling batch. Its size is bounded by the changed
 * keys, the open holds and those that MySQL has as open, the resolved holds kept and the window. A follower fills and
 * freezes like a leader; only the use of a frozen batch differs.
 */
public final class HBatching implements Marshaller {
    /** Chunks by which packed entries grow, while the writer is busy, before those that left the state are dropped. */
    private static final int TRIM_CHUNKS = 4;

    private final BatchExchange writer;
    private final int keysMax;
    private final long intervalNanos;
    private final LongSupplier nanos;

    private Batch filling = new Batch();
    private long lastCut = Long.MIN_VALUE;
    private long lastFlushNanos;
    private int chunksAfterTrim;
    private long frozenBytes;
    private volatile int dirtyKeys;
    private volatile long dirtyBytes;

    /** With this machine's clock. */
    public HBatching(BatchExchange writer, BatchLimits limits) {
        this(writer, limits, System::nanoTime);
    }

    /** @param nanos a monotonic clock */
    public HBatching(BatchExchange writer, BatchLimits limits, LongSupplier nanos) {
        this.writer = writer;
        this.nanos = nanos;
        keysMax = limits.keysMax();
        intervalNanos = limits.interval().toNanos();
        lastFlushNanos = nanos.getAsLong() - intervalNanos;
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        filling.counters.put(key, offset, length, hash, value, version, held, confirmed);
    }

    /** Prefetches the keys of these hashes, which will come soon. */
    public void touch(long[] hashes, int count) {
        filling.counters.touch(hashes, count);
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        filling.counters.remove(key, offset, length, hash);
    }

    /** A hold was opened by the record of its sequence, which is greater than every other hold's. Copied. */
    public void holdOpened(OpenHold hold) {
        filling.holds.opened(hold);
    }

    /** An open hold as it is after this event; the latest call for it wins. Copied. */
    public void holdChanged(OpenHold hold) {
        filling.holds.changed(hold);
    }

    /**
     * The hold of that sequence is resolved. Its last image is packed, in the order of the calls: resolved sequences,
     * of the records that resolved it, never decrease. At most 65,535 bytes, which are copied.
     */
    public void holdResolved(long sequence, long resolvedSequence, byte[] src, int offset, int length) {
        filling.holds.resolved(sequence);
        filling.resolved.append(resolvedSequence, src, offset, length);
    }

    /** One window entry: sequences of its records never decrease, at most 65,535 bytes, which are copied. */
    public void packed(long sequence, byte[] src, int offset, int length) {
        filling.packed.append(sequence, src, offset, length);
    }

    /**
     * True if the writer is free and the interval is over or {@code keysMax} rows are dirty. While the writer is busy:
     * true if the packed entries have grown by 4 chunks in memory, of which a cut drops the old ones. Cheap, but it may
     * read the clock: call it once per ring batch, at a record end.
     */
    @Override
    public boolean due() {
        int dirty = filling.dirtyRows();
        boolean ready = writer.ready();
        dirtyKeys = dirty;
        weigh(ready);
        if (ready) {
            return dirty >= keysMax || nanos.getAsLong() - lastFlushNanos >= intervalNanos;
        }
        return filling.chunkCount() - chunksAfterTrim >= TRIM_CHUNKS;
    }

    /**
     * Freezes the batch at this cut if the writer is free and the cut is new to it; returns whether it did. Ignores the
     * interval, so it also serves the last flush of a process. In any case drops entries that have left the state.
     */
    public boolean offerCut(Meta cut) {
        if (cut.nextOffset < lastCut) {
            throw new IllegalArgumentException("cut at offset " + cut.nextOffset + " after one at " + lastCut);
        }
        if (filling.lastSequence() >= cut.sequenceBase + cut.nextOffset) {
            throw new IllegalArgumentException("what happened at sequence " + filling.lastSequence()
                    + " does not belong below the cut at sequence " + (cut.sequenceBase + cut.nextOffset));
        }
        filling.trim(cut);
        chunksAfterTrim = filling.chunkCount();
        weigh(writer.ready());
        if (!writer.ready() || cut.nextOffset <= Math.max(lastCut, writer.flushedOffset())) {
            return false;
        }
        filling.cut.set(cut);
        lastCut = cut.nextOffset;
        lastFlushNanos = nanos.getAsLong();
        frozenBytes = filling.heapBytes();
        filling = writer.exchange(filling);
        chunksAfterTrim = 0;
        return true;
    }

    private void weigh(boolean nothingInHand) {
        dirtyBytes = filling.heapBytes() + (nothingInHand ? 0 : frozenBytes);
    }

    /**
     * As a follower: the leader has brought MySQL to this offset. A batch frozen up to it is dropped; the dirty set
     * keeps the changes after that batch's cut.
     */
    public void flushedElsewhere(long offset) {
        writer.flushedElsewhere(offset);
    }

    /** Counters and holds that wait for the next cut, as of the last {@link #due}. Any thread. */
    public int dirtyKeys() {
        return dirtyKeys;
    }

    /**
     * Heap of the changes that wait for MySQL, in bytes: allocated by the filling batch and by the one in hand, tombstones
     * included. As of the last {@link #due} or {@link #offerCut}. Any thread.
     */
    public long dirtyBytes() {
        return dirtyBytes;
    }
}
