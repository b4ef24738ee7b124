package dev.hotlane.infra.cli;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a feed again and again while Kafka does not answer, for a limited time. Another fault ends it at once. Owned by the
 * starting thread.
 */
final class FeedStart {
    private static final Logger log = LoggerFactory.getLogger(FeedStart.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Duration patience;
    private final Pause pause;

    /** Waits between two attempts. */
    interface Pause {
        /** Returns early, with true, once the process is to end. */
        boolean asked(Duration atMost) throws InterruptedException;
    }

    /** @param patience limit of all attempts together; one that has begun is not cut short */
    FeedStart(Duration patience, Pause pause) {
        this.patience = patience;
        this.pause = pause;
    }

    /** The first result; null if the process was asked to end before. HaltReason if Kafka did not answer in time. */
    <T> T first(Supplier<T> attempt) throws InterruptedException {
        long began = System.nanoTime();
        boolean warned = false;
        while (true) {
            try {
                return attempt.get();
            } catch (KafkaException e) {
                if (!unanswered(e)) {
                    throw e;
                }
                if (System.nanoTime() - began >= patience.toNanos()) {
                    throw new HaltReason(
                            ExitCode.KAFKA_UNREACHABLE,
                            "Kafka could not be reached within " + patience.toSeconds() + " s: " + e.getMessage()
                                    + ". Check that it runs and that address, user and network fit, then start again",
                            e);
                }
                if (!warned) {
                    warned = true;
                    log.warn("waiting for Kafka, up to {} s: {}", patience.toSeconds(), e.getMessage());
                }
            }
            if (pause.asked(PAUSE)) {
                return null;
            }
        }
    }

    private static boolean unanswered(KafkaException fault) {
        return fault instanceof TimeoutException || fault.getCause() instanceof TimeoutException;
    }
}
