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
final class Retry {
    private static final Logger log = LoggerFactory.getLogger(Retry.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final long deadlineNanos;
    private final Duration atMost;

    Retry(Duration atMost) {
        this.atMost = atMost;
        deadlineNanos = System.nanoTime() + atMost.toNanos();
    }

    /** Returns the first result. A fault that is not transient, or lasts too long, is a HaltReason with the code. */
    <T> T until(String what, ExitCode code, Predicate<Exception> passes, Callable<T> attempt) {
        boolean warned = false;
        while (true) {
            try {
                return attempt.call();
            } catch (HaltReason e) {
                throw e;
            } catch (Exception e) {
                if (!passes.test(e) || System.nanoTime() >= deadlineNanos || Thread.interrupted()) {
                    throw new HaltReason(
                            code,
                            what + " could not be reached within " + atMost.toSeconds() + " s: " + cause(e)
                                    + ". Check that it runs and that address, user and network fit, then start again",
                            e);
                }
                if (!warned) {
                    warned = true;
                    log.warn("waiting for {}, up to {} s: {}", what, atMost.toSeconds(), cause(e));
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** What the fault says; a call that was not answered in time says nothing. */
    private static String cause(Exception fault) {
        return fault.getMessage() == null ? "it does not answer" : fault.getMessage();
    }
}
