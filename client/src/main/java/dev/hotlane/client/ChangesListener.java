package dev.hotlane.client;

/**
 * Receives every change that a stream shows, whole and once, on the thread of the stream, one call after another. Store the id
 * with what you made of the change: {@link ChangeSelection#after(String)} goes on behind it. An exception ends the stream.
 */
public interface ChangesListener {
    /** The next change; {@code id} is the stream's place behind it. */
    void change(LaneChange change, String id);

    /**
     * The changes of the sequences above {@code from} up to {@code to} are not in the stream: the feed was away for longer than
     * the log was kept. Read the counters again.
     */
    void gap(long from, long to, String id);

    /** All that the stream shows came up to this sequence. Comes about once a second. */
    default void progress(long sequence, String id) {}

    /**
     * Called last: a gateway rejected the stream for good, or the listener failed. {@code OFFSET_EXPIRED} leads it if changes
     * behind the id were deleted. Not called after close.
     */
    default void ended(String reason) {}
}
