package dev.hotlane.flusher.batch;

/**
 * Swaps a full batch for an empty one. Called by the thread of one marshaller only; no method ever blocks.
 *
 * @param <T> what is handed over: a {@link Batch} of hBatching, a {@link DirtyMap} of vBatching
 */
public interface WriterExchange<T> {
    /** True when {@link #exchange} may be called: the writer has nothing in hand. */
    boolean ready();

    /** Hands over what is full and returns an empty one. The caller must not touch the full one again. */
    T exchange(T full);
}
