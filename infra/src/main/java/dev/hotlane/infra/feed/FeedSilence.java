package dev.hotlane.infra.feed;

import java.util.random.RandomGenerator;

/**
 * How long the progress topic has been silent while Kafka answered. A process that was fenced waits longer: twice as
 * long each time, randomised, so that two feeds whose commits are slow don't fence each other for ever. Owned by the
 * feed's thread.
 */
final class FeedSilence {
    private static final int LONGEST = 60;

    private final RandomGenerator random;
    private final long first;
    private long span;
    private long wait;
    private long since;
    private long answered;
    private long looked;

    /** @param first silence after which a standby publishes, nanoseconds */
    FeedSilence(RandomGenerator random, long first, long now) {
        this.random = random;
        this.first = first;
        span = first;
        wait = first;
        restart(now);
    }

    /** Begins again: there was a record, or this process published. */
    void restart(long now) {
        since = now;
        answered = now;
        looked = now;
    }

    /**
     * One look at the topic that found nothing. Without an answer of Kafka, or a look of this thread, for half of the first
     * wait the silence means nothing.
     */
    void look(long now, boolean kafkaAnswered) {
        answered = kafkaAnswered ? now : answered;
        if (now - looked > first / 2 || now - answered > first / 2) {
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
        span = Math.min(LONGEST * first, 2 * span);
        wait = span / 2 + random.nextLong(span / 2 + 1);
        restart(now);
    }

    /** This process has published for that time without being fenced: after sixty first waits the wait is the first again. */
    void published(long forNanos) {
        if (forNanos >= LONGEST * first) {
            span = first;
            wait = first;
        }
    }

    /** The wait in force, nanoseconds. */
    long waitNanos() {
        return wait;
    }
}
