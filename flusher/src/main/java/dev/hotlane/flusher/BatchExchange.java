package dev.hotlane.flusher;

/**
 * Where a full batch is swapped for an empty one. Called by the flush thread only; no method ever blocks.
 * Implemented by the MySQL writer and, for benchmarks and runs without MySQL, by {@link DiscardingExchange}.
 */
public interface BatchExchange {

    /** True when {@link #exchange} may be called: the writer has nothing in hand. */
    boolean ready();

    /** MySQL's offset as far as known: a cut at or below it has nothing to say. */
    long flushedOffset();

    /** Hands a frozen batch over and gets an empty one. The caller must not touch the frozen one again. */
    Batch exchange(Batch frozen);

    /** Another process, which leads, has brought MySQL to this offset: a batch in hand below it is not needed. */
    void flushedElsewhere(long offset);
}
