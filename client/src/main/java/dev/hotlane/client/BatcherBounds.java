package dev.hotlane.client;

import java.time.Duration;

/**
 * Bounds of the calls that a batcher has not settled. Immutable.
 *
 * @param calls most calls, waiting or under way
 * @param bytes most bytes of their lines
 * @param roomWait longest time that a caller waits for room; zero: a full batcher sends nothing and says so at once
 */
public record BatcherBounds(int calls, int bytes, Duration roomWait) {
    /** 16,384 calls, 32 MiB, no wait. */
    public static final BatcherBounds USUAL = new BatcherBounds(16_384, 32 << 20, Duration.ZERO);

    private static final int BYTES_MIN = 1 << 20;

    /** Throws IllegalArgumentException for an invalid value. */
    public BatcherBounds {
        Inputs.within("calls", calls, 1 << 24);
        if (bytes < BYTES_MIN) {
            throw new IllegalArgumentException(
                    "bytes is " + bytes + ": it must be at least 1 MiB, so that every line finds room");
        }
        if (roomWait == null || !roomWait.isZero()) {
            Inputs.duration("roomWait", roomWait);
        }
    }
}
