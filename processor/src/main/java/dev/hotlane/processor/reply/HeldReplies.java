package dev.hotlane.processor.reply;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Replies that this process made while it did not lead, oldest first. They are kept until a TICK reports that the leader
 * has sent them, and no longer than a caller may wait. They are sent when this process' own LEAD takes effect. Owned by
 * the reply thread.
 */
final class HeldReplies {
    /**
     * 64 MiB: 10 s of 50,000 replies a second of 130 bytes. Above it the oldest are dropped: their calls end with an
     * unknown outcome, and a retry with the same key still gets its result.
     */
    static final long BYTES_MAX = 64L * 1024 * 1024;

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final Consumer<Held> onDropped;
    private final long bytesMax;
    private long bytes;

    /**
     * @param bytesMax above it the oldest are dropped
     * @param onDropped called with each record that will never be sent
     */
    HeldReplies(long bytesMax, Consumer<Held> onDropped) {
        this.bytesMax = bytesMax;
        this.onDropped = onDropped;
    }

    /**
     * A packed record of replies.
     *
     * @param partition of the reply topic; {@link ReplyStage#OWN} for the gateway of this process
     * @param newest append time of the newest command it answers, epoch milliseconds
     * @param end offset behind that command
     */
    record Held(int partition, byte[] value, AckMark.Batch batch, long newest, long end) {}

    void add(Held record) {
        held.add(record);
        bytes += record.value().length;
        while (bytes > bytesMax) {
            onDropped.accept(take());
        }
    }

    /** Drops records that no caller waits for any more: all their commands were appended before this time. */
    void dropBefore(long timestamp) {
        while (!held.isEmpty() && held.peek().newest() < timestamp) {
            onDropped.accept(take());
        }
    }

    /** Passes those to {@code answered} that another leader has sent: all their commands are below this offset. */
    void releaseBelow(long offset, Consumer<Held> answered) {
        while (!held.isEmpty() && held.peek().end() <= offset) {
            answered.accept(take());
        }
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Removes and returns the oldest; must not be called when empty. */
    Held take() {
        Held first = held.remove();
        bytes -= first.value().length;
        return first;
    }
}
