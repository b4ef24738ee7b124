package dev.hotlane.client;

/**
 * Receives what a {@link LaneWatch} reads, on its thread, one call after another. A slow listener gets fewer, newer values.
 * An exception ends the watch.
 */
public interface WatchListener {
    /** A counter has these values now. An absent one that was asked for by its key has value 0 and version 0. */
    void counter(LocalCounter counter);

    /**
     * A counter is absent: it was removed, or is a bucket that is full. May be called twice, or for a key that was never
     * passed to {@link #counter}. A watch of a board drops with it what the board does not list.
     */
    void removed(String key);

    /** Drop all values: all of them follow. */
    void reset();

    /** The values received are together as of this offset. Comes at least about once a second while there is a view. */
    default void progress(long offset) {}

    /** Called last: a gateway rejected the watch for good, or the listener failed. Not called after close. */
    default void ended(String reason) {}
}
