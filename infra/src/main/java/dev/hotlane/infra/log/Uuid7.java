package dev.hotlane.infra.log;

import java.util.SplittableRandom;
import java.util.UUID;

/** Makes UUIDs of version 7 (RFC 9562, section 5.7): an id with its own time can never run twice. One thread. */
public final class Uuid7 {
    private final SplittableRandom random;

    /** Ids that follow from the seed and the times given. */
    public Uuid7(long seed) {
        random = new SplittableRandom(seed);
    }

    /** An id of that time, epoch milliseconds. */
    public UUID next(long epochMillis) {
        long first = epochMillis << 16 | 0x7000 | random.nextInt(1 << 12);
        long second = 0x8000_0000_0000_0000L | random.nextLong() >>> 2;
        return new UUID(first, second);
    }
}
