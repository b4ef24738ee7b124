package dev.hotlane.gateway;

import io.netty.util.internal.PlatformDependent;

/**
 * Bounds on what connections may keep of a gateway; checked when made, immutable.
 *
 * @param unsentMax bytes of answers that all connections together have not taken; above it the connections that hold
 *     most, and have taken nothing for longest, are closed. 0 stands for a quarter of the direct memory that the JVM
 *     may use
 * @param takeMaxMs longest time in ms in which a client takes no byte of an answer that waits for it; then its connection
 *     is closed
 */
public record ConnectionBounds(long unsentMax, int takeMaxMs) {
    /** 0: derived from the JVM; 30 s. */
    public static final ConnectionBounds USUAL = new ConnectionBounds(0, 30_000);

    private static final int DIRECT_MEMORY_PARTS = 4;
    private static final long UNSENT_LEAST = 1 << 20;

    /** Refuses with IllegalArgumentException what can't work, naming the setting. */
    public ConnectionBounds {
        require(
                unsentMax == 0 || unsentMax >= UNSENT_LEAST,
                "unsentMax must be 0, or at least 1048576 bytes: " + unsentMax);
        require(takeMaxMs >= 1_000, "takeMaxMs must be at least 1000: " + takeMaxMs);
    }

    /** {@link #unsentMax}, or what 0 stands for in this JVM; bytes. */
    public long unsentMaxHere() {
        return unsentMax > 0 ? unsentMax : Math.max(UNSENT_LEAST, directMemoryMax() / DIRECT_MEMORY_PARTS);
    }

    /** Bytes of direct memory that this JVM may use: {@code -XX:MaxDirectMemorySize}, or else the largest heap. */
    private static long directMemoryMax() {
        return PlatformDependent.maxDirectMemory();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("gateway settings: " + otherwise);
        }
    }
}
