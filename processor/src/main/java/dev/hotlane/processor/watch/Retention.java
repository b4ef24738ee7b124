package dev.hotlane.processor.watch;

import java.time.Duration;
import java.util.Objects;

/**
 * Whether the leader deletes log records, and how far. Off by default: then the log is kept for ever.
 *
 * @param margin records below MySQL's offset that stay for processes that are behind; -1 for off
 * @param interval between two deletions
 */
public record Retention(long margin, Duration interval) {
    /** Nothing is ever deleted. */
    public static final Retention OFF = new Retention(-1, Duration.ofSeconds(30));

    public Retention {
        Objects.requireNonNull(interval, "interval");
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
