package dev.hotlane.client;

import java.time.Duration;

/**
 * When a batcher sends. Immutable.
 *
 * @param lines lines at which a batch is sent, 1 to 1,000
 * @param linger longest time that a call waits for others while batches are under way and a stream is free
 * @param streams most batches under way
 */
public record BatcherFlush(int lines, Duration linger, int streams) {
    /** 1,000 lines, 1 ms, 4 streams. */
    public static final BatcherFlush USUAL = new BatcherFlush(BatchSize.LINES_MAX, Duration.ofMillis(1), 4);

    private static final int STREAMS_MAX = 64;

    /** Throws IllegalArgumentException for an invalid value. */
    public BatcherFlush {
        Inputs.within("lines", lines, BatchSize.LINES_MAX);
        Inputs.within("streams", streams, STREAMS_MAX);
        if (linger == null || linger.isNegative() || linger.compareTo(Duration.ofSeconds(10)) > 0) {
            throw new IllegalArgumentException("linger is " + linger + ": it must be 0 to 10 s");
        }
    }
}
