package dev.hotlane.flusher;

/** What the flush writer reports. Called on the flush-writer thread; must return fast and not throw. */
public interface FlushListener {
    /** Hears nothing. */
    FlushListener NONE = new FlushListener() {};

    /** One transaction is committed. Bytes are those of the SQL text sent, nanos the time from BEGIN to COMMIT. */
    default void flushed(long nextOffset, long upserts, long deletes, long entries, long bytes, long nanos) {}

    /** One attempt failed and will be tried again; failures counts those in a row, from 1. */
    default void failed(int failures, Exception why, long retryMillis) {}
}
