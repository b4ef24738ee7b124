package dev.hotlane.flusher;

/**
 * Swaps the full map of a marshaller of vBatching for an empty one. Called by that marshaller's thread only; no method
 * ever blocks. Implemented by {@link ProjectionWriter} and, without MySQL, by {@link DiscardedValues}.
 */
public interface ValuesExchange {
    /** True when {@link #exchange} may be called: the writer has no map in hand. */
    boolean ready();

    /** Hands over a full map and returns an empty one. The caller must not touch the full one again. */
    DirtyMap exchange(DirtyMap full);
}
