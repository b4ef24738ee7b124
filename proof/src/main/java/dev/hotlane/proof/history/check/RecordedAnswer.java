package dev.hotlane.proof.history.check;

import java.util.Map;

/** What a call must be answered. Immutable. */
record RecordedAnswer(int status, boolean replayed, Map<String, Object> body) {

    /** Null if that is what was told, else what differs. Words for people are not compared. */
    String differenceTo(RecordedResult told) {
        if (told.status() != status) {
            return "status " + status + " is expected, with " + body;
        }
        if (told.replayed() != replayed) {
            return "replayed " + replayed + " is expected";
        }
        Map<String, Object> found = new java.util.TreeMap<>(told.body().fields());
        if (status >= 400) {
            found.keySet().removeAll(java.util.Set.of("type", "title", "detail"));
        }
        return found.equals(body) ? null : "expected is " + body;
    }
}
