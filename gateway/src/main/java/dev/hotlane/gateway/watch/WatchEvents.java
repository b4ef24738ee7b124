package dev.hotlane.gateway.watch;

import dev.hotlane.protocol.json.JsonText;

/** The bytes of events, as HTML's server-sent events have them: fields of one line each, an empty line at the end. */
final class WatchEvents {
    /** A line that clients skip. */
    static final byte[] COMMENT = JsonText.ascii(":\n\n");

    private static final byte[] COUNTER = JsonText.ascii("event: counter\ndata: ");
    private static final byte[] REMOVED = JsonText.ascii("event: removed\ndata: {\"key\":");
    private static final byte[] RESET = JsonText.ascii("event: reset\n");
    private static final byte[] READY = JsonText.ascii("event: ready\n");
    private static final byte[] PROGRESS = JsonText.ascii("event: progress\n");
    private static final byte[] EMPTY = JsonText.ascii("\ndata: {}\n\n");
    private static final byte[] OFFSET = JsonText.ascii("\ndata: {\"offset\":");
    private static final byte[] RETRY = JsonText.ascii("retry: ");
    private static final byte[] END = JsonText.ascii("\n\n");

    private WatchEvents() {}

    /** Begins an event with a counter; its body and {@link #end} follow. */
    static JsonText counter(JsonText out) {
        return out.raw(COUNTER);
    }

    static void end(JsonText out) {
        out.raw(END);
    }

    /** A counter does not exist any more. */
    static void removed(byte[] key, JsonText out) {
        out.raw(REMOVED).string(key).raw('}').raw(END);
    }

    /** All that the client has is void. Sets its last id to one before all records, until the next id. */
    static void reset(WatchMark at, JsonText out) {
        out.raw(RESET).raw(at.idPrefix()).raw('0').raw(EMPTY);
    }

    /** The client has all values as of the mark. */
    static void ready(WatchMark at, JsonText out) {
        offset(READY, at, out);
    }

    /** The client has all changes up to the mark. */
    static void progress(WatchMark at, JsonText out) {
        offset(PROGRESS, at, out);
    }

    private static void offset(byte[] event, WatchMark at, JsonText out) {
        long sequence = Math.max(0, at.cut().to());
        out.raw(event).raw(at.idPrefix()).number(sequence);
        out.raw(OFFSET).number(sequence).raw('}').raw(END);
    }

    /** How long a client waits until it opens the stream again, in ms. */
    static void retry(int ms, JsonText out) {
        out.raw(RETRY).number(ms).raw(END);
    }

    /** The same at the start of a stream: the client's last id is one before all records, until the next id. */
    static void retryFromStart(int ms, WatchMark at, JsonText out) {
        out.raw(RETRY).number(ms).raw('\n').raw(at.idPrefix()).raw('0').raw(END);
    }
}
