package dev.hotlane.infra.past;

import dev.hotlane.protocol.Sender;
import java.nio.charset.StandardCharsets;

/**
 * Whose history is asked for. Immutable; any thread.
 *
 * @param kind of the name
 * @param text key of a counter, or id
 * @param tenant of an id, empty for the empty tenant
 */
public record HistoryQuery(Kind kind, String text, String tenant) {
    /** What has a history. */
    public enum Kind {
        /** A counter: each change of it. */
        KEY,
        /** A reservation: each change that it made, also by its expiry. */
        RESERVATION,
        /** A command: each change that it made, without expiries that its record caused. */
        COMMAND,
        /** Everything. */
        ALL
    }

    /** Every change of the lane. */
    public static final HistoryQuery ALL = new HistoryQuery(Kind.ALL, "", "");

    /** The counter's key, or the id's record key. */
    byte[] bytes() {
        byte[] own = text.getBytes(StandardCharsets.UTF_8);
        return kind == Kind.KEY ? own : Sender.of(tenant, "").recordKey(own);
    }
}
