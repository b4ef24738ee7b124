package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;
import java.util.Map;

/** The result of an attempt as its caller recorded it. Immutable. */
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

    /** Whether the answer says that this attempt has no record in the log. */
    boolean isNotExecuted() {
        return "not_executed".equals(body.text("outcome")) || status == UNAVAILABLE;
    }

    /** Whether the answer has an offset: then the attempt has a record. */
    boolean isDecided() {
        return !isUnknown() && body.has("offset");
    }
}
