package dev.hotlane.flusher.batch;

/**
 * The exchange of frozen batches, which belong to offsets. Implemented by the MySQL writer and, for benchmarks and runs
 * without MySQL, by {@link DiscardingExchange}.
 */
public interface BatchExchange extends WriterExchange<Batch> {
    /** MySQL's last known offset: a cut at or below it has nothing new. */
    long flushedOffset();

    /** The leader, another process, has brought MySQL to this offset: a batch in hand up to it is not needed. */
    void flushedElsewhere(long offset);
}
