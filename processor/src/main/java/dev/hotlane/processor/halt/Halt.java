package dev.hotlane.processor.halt;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the process at the first fault, from any thread. */
public final class Halt {
    private static final Logger log = LoggerFactory.getLogger(Halt.class);

    private final AtomicReference<HaltReason> reason = new AtomicReference<>();
    private final Consumer<HaltReason> exit;

    /** @param exit called once, with the first fault; in production it never returns */
    public Halt(Consumer<HaltReason> exit) {
        this.exit = exit;
    }

    /** Ends the JVM at once: no shutdown hook may send or flush another byte. */
    public static Halt ofProcess() {
        return new Halt(refusal -> Runtime.getRuntime().halt(refusal.code().number()));
    }

    /** Ends the process. Returns only if the exit action does, as in tests; then the caller must not continue. */
    public void request(HaltReason refusal) {
        if (reason.compareAndSet(null, refusal)) {
            log.error(
                    "halting with exit code {} ({}): {}",
                    refusal.code().number(),
                    refusal.code(),
                    refusal.getMessage(),
                    refusal.getCause());
            exit.accept(refusal);
        }
    }

    /** A halt that first takes that step, which may wait or fail, and then ends this process; logged once. */
    public Halt after(Consumer<HaltReason> step) {
        return new Halt(refusal -> {
            try {
                step.accept(refusal);
            } finally {
                end(refusal);
            }
        });
    }

    private void end(HaltReason refusal) {
        if (reason.compareAndSet(null, refusal)) {
            exit.accept(refusal);
        }
    }

    /** The first fault; null if there is none. */
    public HaltReason reason() {
        return reason.get();
    }
}
