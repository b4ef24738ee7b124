package dev.hotlane.processor.recover;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retries at start while Kafka or MySQL is out of reach, for a limited time. Owned by the starting thread. */
public final class Retry {
    private static final Logger log = LoggerFactory.getLogger(Retry.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final long deadlineNanos;
    private final Duration atMost;
    private final Pause pause;

    /** Waits between two attempts. */
    public interface Pause {
        /** Returns early, with true, once the process is to end. */
        boolean asked(Duration atMost) throws InterruptedException;
    }

    Retry(Duration atMost) {
        this(atMost, time -> {
            LockSupport.parkNanos(time.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return false;
        });
    }

    /** @param atMost limit of all attempts together, from now on; one that has begun is not cut short */
    public Retry(Duration atMost, Pause pause) {
        this.atMost = atMost;
        this.pause = pause;
        deadlineNanos = System.nanoTime() + atMost.toNanos();
    }

    /**
     * Returns the first result; null if the process is to end before. A fault that is not transient is thrown as it is, one
     * that lasts too long is a HaltReason with the code.
     */
    public <T> T until(String what, ExitCode code, Predicate<Exception> passes, Callable<T> attempt) {
        boolean warned = false;
        while (true) {
            try {
                return attempt.call();
            } catch (Exception e) {
                if (!passes.test(e)) {
                    throw e instanceof RuntimeException fault ? fault : unreached(what, code, e);
                }
                if (System.nanoTime() >= deadlineNanos) {
                    throw unreached(what, code, e);
                }
                if (!warned) {
                    warned = true;
                    log.warn("waiting for {}, up to {} s: {}", what, atMost.toSeconds(), cause(e));
                }
                if (asked(what, code, e)) {
                    return null;
                }
            }
        }
    }

    /** Waits; whether the process is to end. An interrupt ends the attempts too. */
    private boolean asked(String what, ExitCode code, Exception fault) {
        try {
            return pause.asked(PAUSE);
        } catch (InterruptedException e) {
            throw unreached(what, code, fault);
        }
    }

    /** That it could not be reached in time. */
    HaltReason unreached(String what, ExitCode code, Exception fault) {
        return new HaltReason(
                code,
                what + " could not be reached within " + atMost.toSeconds() + " s: " + cause(fault)
                        + ". Check that it runs and that address, user and network fit, then start again",
                fault);
    }

    /** What the fault says; a call that was not answered in time says nothing. */
    private static String cause(Exception fault) {
        return fault.getMessage() == null ? "it does not answer" : fault.getMessage();
    }
}
