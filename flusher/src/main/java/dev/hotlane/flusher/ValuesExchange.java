package dev.hotlane.flusher;

/**
 * Where a marshaller of vBatching swaps its full map for an empty one. Called by that marshaller's thread only; no method
 * ever blocks. Implemented by {@link ProjectionWriter} and, without MySQL, by {@link DiscardedValues}.
 */
public interface ValuesExchange {
    /** True when {@link #exchange} may be called: the writer has nothing in hand. */
    boolean ready();

    /** Hands a full map over and gets an empty one. The caller must not touch the full one again. */
    DirtyMap exchange(DirtyMap full);
}
