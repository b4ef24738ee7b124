package dev.hotlane.processor.reply;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * Replies that this process made while it did not lead, kept for as long as somebody may wait for them: when its own
 * LEAD takes effect they are sent. Oldest first. Owned by the reply thread.
 */
final class HeldReplies {
    /**
     * Ten seconds of 50,000 replies a second of 130 bytes. Above it the oldest go first: their calls end with an unknown
     * outcome, and the same key still gets its answer.
     */
    static final long BYTES_MAX = 64L * 1024 * 1024;

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final Consumer<Held> onDropped;
    private final long bytesMax;
    private long bytes;

    /**
     * @param bytesMax above it the oldest go
     * @param onDropped called with each record that will never be sent
     */
    HeldReplies(long bytesMax, Consumer<Held> onDropped) {
        this.bytesMax = bytesMax;
        this.onDropped = onDropped;
    }

    /**
     * A packed record of replies.
     *
     * @param newest append time of the newest command it answers, epoch milliseconds
     */
    record Held(int partition, byte[] value, AckMark.Batch batch, long newest) {}

    void add(Held record) {
        held.add(record);
        bytes += record.value().length;
        while (bytes > bytesMax) {
            onDropped.accept(take());
        }
    }

    /** Drops what nobody waits for any more: all that answers commands from before this time. */
    void dropBefore(long timestamp) {
        while (!held.isEmpty() && held.peek().newest() < timestamp) {
            onDropped.accept(take());
        }
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** The oldest; not to be called when empty. */
    Held take() {
        Held first = held.remove();
        bytes -= first.value().length;
        return first;
    }
}
