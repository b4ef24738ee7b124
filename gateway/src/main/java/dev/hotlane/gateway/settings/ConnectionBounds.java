package dev.hotlane.gateway.settings;

import io.netty.util.internal.PlatformDependent;
import java.time.Duration;

/**
 * Bounds on what connections may keep of a gateway; checked when made, immutable.
 *
 * @param unsentMax bytes of answers that all clients together have not read; above it the connections with the most
 *     bytes and the longest wait are closed. 0 stands for half of the direct memory that the JVM may use
 * @param takeMax longest time in which a client reads no byte of a waiting answer; then its connection is
 *     closed
 * @param bodiesMax bytes of request bodies that are being read or belong to calls in the log; a call beyond it is
 *     answered 503 OVERLOADED. 0 stands for an eighth of the largest heap
 * @param headerMax longest time from the first byte of a request to the end of its headers; then 408 REQUEST_TIMEOUT
 * @param bodyMax longest time from there to the end of its body, or for a line of a batch; 1 s more for each 16 KiB
 *     received. Then 408 REQUEST_TIMEOUT
 */
public record ConnectionBounds(long unsentMax, Duration takeMax, long bodiesMax, Duration headerMax, Duration bodyMax) {
    /** unsentMax and bodiesMax 0 (derived from the JVM), takeMax 30 s, headerMax and bodyMax 5 s. */
    public static final ConnectionBounds USUAL =
            new ConnectionBounds(0, Duration.ofSeconds(30), 0, Duration.ofSeconds(5), Duration.ofSeconds(5));

    private static final int DIRECT_MEMORY_PARTS = 2;
    private static final long UNSENT_LEAST = 1 << 20;
    private static final int HEAP_PARTS = 8;
    private static final long BODIES_LEAST = 1 << 20;

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public ConnectionBounds {
        Requirement.require(
                unsentMax == 0 || unsentMax >= UNSENT_LEAST,
                "unsentMax must be 0, or at least 1048576 bytes: " + unsentMax);
        Requirement.require(
                bodiesMax == 0 || bodiesMax >= BODIES_LEAST,
                "bodiesMax must be 0, or at least 1048576 bytes: " + bodiesMax);
        Requirement.requireMs("headerMax", headerMax, 100);
        Requirement.requireMs("bodyMax", bodyMax, 100);
        Requirement.requireMs("takeMax", takeMax, 1_000);
    }

    /** A copy with another longest wait of a client that reads no byte. */
    public ConnectionBounds withTakeMax(Duration other) {
        return new ConnectionBounds(unsentMax, other, bodiesMax, headerMax, bodyMax);
    }

    /** A copy with other longest times for headers and for a body. */
    public ConnectionBounds withRequestTimes(Duration headers, Duration body) {
        return new ConnectionBounds(unsentMax, takeMax, bodiesMax, headers, body);
    }

    /** {@link #unsentMax}, or what 0 stands for in this JVM; in bytes. */
    public long unsentMaxHere() {
        return unsentMax > 0 ? unsentMax : Math.max(UNSENT_LEAST, directMemoryMax() / DIRECT_MEMORY_PARTS);
    }

    /** {@link #bodiesMax}, or what 0 stands for in this JVM; in bytes. */
    public long bodiesMaxHere() {
        return bodiesMax > 0
                ? bodiesMax
                : Math.max(BODIES_LEAST, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    /** Bytes of direct memory that this JVM may use: {@code -XX:MaxDirectMemorySize}, by default the largest heap. */
    private static long directMemoryMax() {
        return PlatformDependent.maxDirectMemory();
    }
}
