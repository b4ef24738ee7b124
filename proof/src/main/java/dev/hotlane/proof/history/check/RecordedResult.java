package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.TableRow;
import java.util.Map;

/** What an attempt ended in, as its caller heard it. Immutable. */
record RecordedResult(String type, int status, boolean replayed, TableRow body) {
    static final RecordedResult NOTHING = new RecordedResult("unknown", 0, false, new TableRow(Map.of()));

    private static final int UNAVAILABLE = 503;

    static RecordedResult of(TableRow event) {
        return new RecordedResult(
                event.text("type"), (int) event.number("status", 0), event.is("replayed"), event.row("body"));
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
