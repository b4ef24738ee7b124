package dev.hotlane.gateway.settings;

import io.netty.util.internal.PlatformDependent;

/**
 * Bounds on what connections may keep of a gateway; checked when made, immutable.
 *
 * @param unsentMax bytes of answers that all connections together have not taken; above it the connections that hold
 *     most, and have taken nothing for longest, are closed. 0 stands for half of the direct memory that the JVM
 *     may use
 * @param takeMaxMs longest time in ms in which a client takes no byte of an answer that waits for it; then its connection
 *     is closed
 * @param bodiesMax bytes of request bodies that are being read or belong to calls in the log; a call beyond it is
 *     answered 503 OVERLOADED. 0 stands for an eighth of the largest heap
 * @param requestMaxMs longest time in ms for the headers of a request, and again for its body, which has 1 s more for
 *     each 16 KiB that came; then 408 REQUEST_TIMEOUT
 */
public record ConnectionBounds(long unsentMax, int takeMaxMs, long bodiesMax, int requestMaxMs) {
    /** 0: derived from the JVM; 30 s, 5 s. */
    public static final ConnectionBounds USUAL = new ConnectionBounds(0, 30_000, 0, 5_000);

    private static final int DIRECT_MEMORY_PARTS = 2;
    private static final long UNSENT_LEAST = 1 << 20;
    private static final int HEAP_PARTS = 8;
    private static final long BODIES_LEAST = 1 << 20;

    /** Refuses with IllegalArgumentException what can't work, naming the setting. */
    public ConnectionBounds {
        require(
                unsentMax == 0 || unsentMax >= UNSENT_LEAST,
                "unsentMax must be 0, or at least 1048576 bytes: " + unsentMax);
        require(
                bodiesMax == 0 || bodiesMax >= BODIES_LEAST,
                "bodiesMax must be 0, or at least 1048576 bytes: " + bodiesMax);
        require(requestMaxMs >= 100, "requestMaxMs must be at least 100: " + requestMaxMs);
        require(takeMaxMs >= 1_000, "takeMaxMs must be at least 1000: " + takeMaxMs);
    }

    /** {@link #unsentMax}, or what 0 stands for in this JVM; bytes. */
    public long unsentMaxHere() {
        return unsentMax > 0 ? unsentMax : Math.max(UNSENT_LEAST, directMemoryMax() / DIRECT_MEMORY_PARTS);
    }

    /** {@link #bodiesMax}, or what 0 stands for in this JVM; bytes. */
    public long bodiesMaxHere() {
        return bodiesMax > 0
                ? bodiesMax
                : Math.max(BODIES_LEAST, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
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
