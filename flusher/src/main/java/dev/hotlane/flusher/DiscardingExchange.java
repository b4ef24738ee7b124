package dev.hotlane.flusher;

/** Takes batches and forgets them: hBatching without I/O. Owned by the flush thread. */
public final class DiscardingExchange implements BatchExchange {
    private volatile long flushedOffset;
    private Batch spare = new Batch();

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
        frozen.clear();
        spare = frozen;
        return empty;
    }

    /** It has nothing in hand, ever. */
    @Override
    public void flushedElsewhere(long offset) {}
}
