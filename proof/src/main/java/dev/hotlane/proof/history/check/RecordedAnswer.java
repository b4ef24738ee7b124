package dev.hotlane.proof.history.check;

import java.util.Map;

/** The right answer to a call. Immutable. */
record RecordedAnswer(int status, boolean replayed, Map<String, Object> body) {

    /**
     * Null if the recorded answer is equal, else the difference. Ignores the texts for people: type, title and detail.
     */
    String differenceTo(RecordedResult result) {
        if (result.status() != status) {
            return "status " + status + " is expected, with " + body;
        }
        if (result.replayed() != replayed) {
            return "replayed " + replayed + " is expected";
        }
        Map<String, Object> found = new java.util.TreeMap<>(result.body().fields());
        if (status >= 400) {
            found.keySet().removeAll(java.util.Set.of("type", "title", "detail"));
        }
        return found.equals(body) ? null : "expected is " + body;
    }
}
