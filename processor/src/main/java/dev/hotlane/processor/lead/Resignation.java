package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Position;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far this process' resignation for good is: requested, RESIGN applied, and passed by a TICK that was read back,
 * ours or the next leader's. The last flush waits for that TICK. Owned by the state thread unless a method names another.
 */
final class Resignation {
    private static final Logger log = LoggerFactory.getLogger(Resignation.class);

    private final Position passed;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile boolean requested;
    private volatile long offset = -1;

    Resignation(Position passed) {
        this.passed = passed;
    }

    /** Requests it; returns what is done at its end. Any thread. */
    CompletableFuture<Void> request() {
        requested = true;
        return done;
    }

    boolean requested() {
        return requested;
    }

    /** Our RESIGN at that offset is applied. */
    void applied(long at) {
        offset = at;
        log.info("resigned at offset {}", at);
    }

    /** Offset of our RESIGN, -1 before. Any thread. */
    long offset() {
        return offset;
    }

    /**
     * Whether to append a TICK behind our RESIGN; ends the resignation if none is missing.
     *
     * @param waiting a record of ours may still be read back
     */
    boolean needsTick(boolean waiting) {
        boolean missing = offset >= 0 && passed.getAsLong() <= offset;
        if (offset < 0 ? !waiting : !missing) {
            done.complete(null);
        }
        return missing && !waiting;
    }
}
