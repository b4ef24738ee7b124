package dev.hotlane.gateway.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the process when buffers can't be had any more, as {@code -XX:+ExitOnOutOfMemoryError} does for the heap. */
final class DirectMemory {
    private static final Logger LOG = LoggerFactory.getLogger(DirectMemory.class);

    /** The JVM's own exit code when it runs out of memory. */
    private static final int EXIT_CODE = 3;

    private DirectMemory() {}

    /** Ends the process with exit code 3 if this is an OutOfMemoryError, or caused by one. Any thread. */
    static void endIfExhausted(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                LOG.error(
                        "out of memory ({}): this gateway ends with exit code {}. Start it again, with more memory"
                                + " (-Xmx, -XX:MaxDirectMemorySize) or a lower --gateway-unsent-max",
                        cause.getMessage(),
                        EXIT_CODE);
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
