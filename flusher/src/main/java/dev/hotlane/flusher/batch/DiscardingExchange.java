package dev.hotlane.flusher.batch;

import java.util.function.Consumer;

/** Discards batches: hBatching without I/O. Owned by the flush thread. */
public final class DiscardingExchange implements BatchExchange {
    private final Consumer<DirtyMap> witness;
    private volatile long flushedOffset;
    private Batch spare = new Batch();

    public DiscardingExchange() {
        this(counters -> {});
    }

    /** @param witness receives the counters of every batch before they are cleared */
    public DiscardingExchange(Consumer<DirtyMap> witness) {
        this.witness = witness;
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public long flushedOffset() {
        return flushedOffset;
    }

    @Override
    public Batch exchange(Batch frozen) {
        flushedOffset = frozen.cut.nextOffset;
        Batch empty = spare;
        witness.accept(frozen.counters);
        frozen.clear();
        spare = frozen;
        return empty;
    }

    /** No effect: no batch is ever in hand. */
    @Override
    public void flushedElsewhere(long offset) {}
}
