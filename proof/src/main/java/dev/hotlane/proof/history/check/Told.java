package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.Row;
import java.util.Map;

/** What an attempt ended in, as its caller heard it. Immutable. */
record Told(String type, int status, boolean replayed, Row body) {
    static final Told NOTHING = new Told("unknown", 0, false, new Row(Map.of()));

    private static final int UNAVAILABLE = 503;

    static Told of(Row event) {
        return new Told(event.text("type"), (int) event.number("status", 0), event.is("replayed"), event.row("body"));
    }

    boolean isOk() {
        return "ok".equals(type);
    }

    boolean isUnknown() {
        return "unknown".equals(type);
    }

    /** Said of this attempt: it never came into the log. */
    boolean isNotExecuted() {
        return "not_executed".equals(body.text("outcome")) || status == UNAVAILABLE;
    }

    /** Whether the lane decided it: then it has a record, and tells an offset. */
    boolean isDecided() {
        return !isUnknown() && body.has("offset");
    }
}
