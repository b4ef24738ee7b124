package dev.hotlane.flusher;

/**
 * Swaps a full batch for an empty one. Called by the flush thread only; no method ever blocks. Implemented by the MySQL
 * writer and, for benchmarks and runs without MySQL, by {@link DiscardingExchange}.
 */
public interface BatchExchange {

    /** True when {@link #exchange} may be called: the writer has no batch in hand. */
    boolean ready();

    /** MySQL's last known offset: a cut at or below it has nothing new. */
    long flushedOffset();

    /** Hands over a frozen batch and returns an empty one. The caller must not touch the frozen one again. */
    Batch exchange(Batch frozen);

    /** The leader, another process, has brought MySQL to this offset: a batch in hand up to it is not needed. */
    void flushedElsewhere(long offset);
}
