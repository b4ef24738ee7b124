package dev.hotlane.gateway.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when it has no memory for buffers, as {@code -XX:+ExitOnOutOfMemoryError} does for the heap. Called
 * by connections and by the threads of Kafka's clients. Without it such a thread would die and leave a gateway that
 * never answers.
 */
public final class DirectMemory {
    private static final Logger log = LoggerFactory.getLogger(DirectMemory.class);

    /** The JVM's own exit code when it runs out of memory. */
    private static final int EXIT_CODE = 3;

    private DirectMemory() {}

    /** Ends the process with exit code 3 if this failure is an OutOfMemoryError, or was caused by one. Any thread. */
    public static void endIfExhausted(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                log.error(
                        "out of memory ({}): this gateway ends with exit code {}. Start it again, with more memory"
                                + " (-Xmx, -XX:MaxDirectMemorySize) or a lower --gateway-unsent-max",
                        cause.getMessage(),
                        EXIT_CODE);
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
