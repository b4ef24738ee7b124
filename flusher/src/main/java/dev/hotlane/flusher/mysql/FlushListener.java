package dev.hotlane.flusher.mysql;

/** Reports of the flush writer. Called on the flush-writer thread; must return fast and not throw. */
public interface FlushListener {
    /** Ignores all reports. */
    FlushListener NONE = new FlushListener() {};

    /** One transaction is committed. {@code bytes} counts its SQL text; {@code nanos} is from BEGIN to COMMIT. */
    default void flushed(long nextOffset, long upserts, long deletes, long entries, long bytes, long nanos) {}

    /** One attempt failed and will be retried; {@code failures} counts those in a row, from 1. */
    default void failed(int failures, Exception why, long retryMillis) {}
}
