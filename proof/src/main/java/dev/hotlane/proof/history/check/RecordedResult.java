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

    /**
     * Whether the answer says that this attempt has no record in the log. An answer of the lane that nothing was executed,
     * as above a quota, names its record's offset.
     */
    boolean isNotExecuted() {
        return (deniesEffect() || status == UNAVAILABLE) && !body.has("offset");
    }

    /** Whether the answer says that the command had no effect and is not remembered: no record of it may have one. */
    boolean deniesEffect() {
        return "not_executed".equals(body.text("outcome"));
    }

    /** Whether the answer has an offset: then the attempt has a record. */
    boolean isDecided() {
        return !isUnknown() && body.has("offset");
    }
}
