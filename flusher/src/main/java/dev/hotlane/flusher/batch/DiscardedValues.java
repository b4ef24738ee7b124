package dev.hotlane.flusher.batch;

import java.util.function.Consumer;

/** Discards the values of one marshaller: vBatching without I/O. Owned by the marshaller's thread. */
public final class DiscardedValues implements WriterExchange<DirtyMap> {
    private final Consumer<DirtyMap> witness;
    private DirtyMap spare = new DirtyMap();

    /** @param witness receives every map before it is cleared */
    public DiscardedValues(Consumer<DirtyMap> witness) {
        this.witness = witness;
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public DirtyMap exchange(DirtyMap full) {
        DirtyMap empty = spare;
        witness.accept(full);
        full.clear();
        spare = full;
        return empty;
    }
}
