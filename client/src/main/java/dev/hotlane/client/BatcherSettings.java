package dev.hotlane.client;

import java.time.Duration;

/**
 * Settings of a batcher. Immutable.
 *
 * @param bounds bounds of the calls that are not settled
 * @param flush when batches are sent
 * @param drain longest time in which {@link Batcher#close} waits for the outcomes of calls
 */
public record BatcherSettings(BatcherBounds bounds, BatcherFlush flush, Duration drain) {
    /** 16,384 calls and 32 MiB, no wait for room; 1,000 lines or 1 ms, 4 streams; 10 s to drain. */
    public static final BatcherSettings USUAL =
            new BatcherSettings(BatcherBounds.USUAL, BatcherFlush.USUAL, Duration.ofSeconds(10));

    /** Throws IllegalArgumentException for an invalid value. */
    public BatcherSettings {
        Inputs.duration("drain", drain);
    }

    /** The same with another most of unsettled calls. */
    public BatcherSettings withCalls(int other) {
        return new BatcherSettings(new BatcherBounds(other, bounds.bytes(), bounds.roomWait()), flush, drain);
    }

    /** The same with another most of bytes of unsettled calls. */
    public BatcherSettings withBytes(int other) {
        return new BatcherSettings(new BatcherBounds(bounds.calls(), other, bounds.roomWait()), flush, drain);
    }

    /** The same with another longest wait for room. */
    public BatcherSettings withRoomWait(Duration other) {
        return new BatcherSettings(new BatcherBounds(bounds.calls(), bounds.bytes(), other), flush, drain);
    }

    /** The same with another number of lines at which a batch is sent. */
    public BatcherSettings withLines(int other) {
        return new BatcherSettings(bounds, new BatcherFlush(other, flush.linger(), flush.streams()), drain);
    }

    /** The same with another longest wait for more lines. */
    public BatcherSettings withLinger(Duration other) {
        return new BatcherSettings(bounds, new BatcherFlush(flush.lines(), other, flush.streams()), drain);
    }

    /** The same with another most of batches under way. */
    public BatcherSettings withStreams(int other) {
        return new BatcherSettings(bounds, new BatcherFlush(flush.lines(), flush.linger(), other), drain);
    }

    /** The same with another longest wait of close. */
    public BatcherSettings withDrain(Duration other) {
        return new BatcherSettings(bounds, flush, other);
    }
}
