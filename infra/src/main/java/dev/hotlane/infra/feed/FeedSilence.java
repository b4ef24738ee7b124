package dev.hotlane.infra.feed;

import java.util.random.RandomGenerator;

/**
 * How long the progress topic has been silent while Kafka answered. A process that was fenced waits longer: twice as
 * long each time, randomised, so that two feeds whose commits are slow don't fence each other for ever. Owned by the
 * feed's thread.
 */
final class FeedSilence {
    /** Silence after which a standby publishes. */
    static final long FIRST_NANOS = 1_000_000_000L;

    private static final long LONGEST_NANOS = 60 * FIRST_NANOS;

    /** Without an answer of Kafka, or a look of this thread, for this long, the silence means nothing. */
    private static final long DEAF_NANOS = FIRST_NANOS / 2;

    private final RandomGenerator random;
    private long span = FIRST_NANOS;
    private long wait = FIRST_NANOS;
    private long since;
    private long answered;
    private long looked;

    FeedSilence(RandomGenerator random, long now) {
        this.random = random;
        restart(now);
    }

    /** Begins again: there was a record, or this process published. */
    void restart(long now) {
        since = now;
        answered = now;
        looked = now;
    }

    /** One look at the topic that found nothing. */
    void look(long now, boolean kafkaAnswered) {
        answered = kafkaAnswered ? now : answered;
        if (now - looked > DEAF_NANOS || now - answered > DEAF_NANOS) {
            since = now;
        }
        looked = now;
    }

    /** Whether this process may publish now. */
    boolean over(long now) {
        return now - since >= wait;
    }

    /** Another process fenced this one. */
    void fenced(long now) {
        span = Math.min(LONGEST_NANOS, 2 * span);
        wait = span / 2 + random.nextLong(span / 2 + 1);
        restart(now);
    }

    /** This process has published for that time without being fenced: after a minute the wait is the first again. */
    void published(long forNanos) {
        if (forNanos >= LONGEST_NANOS) {
            span = FIRST_NANOS;
            wait = FIRST_NANOS;
        }
    }

    /** The wait in force, nanoseconds. */
    long waitNanos() {
        return wait;
    }
}
