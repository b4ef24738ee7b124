package dev.hotlane.processor.watch;

import java.time.Duration;
import java.util.Objects;

/**
 * Whether the leader deletes log records, and how far. Off by default: then the log is kept for ever.
 *
 * @param margin records below MySQL's offset that stay for processes that are behind; -1 for off
 * @param interval between two deletions
 * @param feed whether the log is also kept for the change feed
 */
public record Retention(long margin, Duration interval, ForFeed feed) {
    /** Nothing is ever deleted. */
    public static final Retention OFF = new Retention(-1, Duration.ofSeconds(30));

    /**
     * What is kept for the change feed.
     *
     * @param on whether records from its {@code keepFrom} on stay
     * @param bytesMax of the log that are kept for it; above it the feed gets a gap; 0 for no bound
     */
    public record ForFeed(boolean on, long bytesMax) {
        /** The feed is not regarded. */
        public static final ForFeed NO = new ForFeed(false, 0);

        public ForFeed {
            if (bytesMax < 0) {
                throw new IllegalArgumentException("bytesMax must be 0 (no bound) or more, found " + bytesMax);
            }
        }
    }

    /** Without regard to the change feed. */
    public Retention(long margin, Duration interval) {
        this(margin, interval, ForFeed.NO);
    }

    public Retention {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(feed, "feed");
        if (margin < -1) {
            throw new IllegalArgumentException("margin must be -1 (off) or more, found " + margin);
        }
        if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "interval must be at least 1000 ms, found " + interval.toMillis() + " ms");
        }
    }

    /** Whether records are deleted. */
    public boolean on() {
        return margin >= 0;
    }
}
