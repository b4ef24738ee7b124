package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;

/**
 * A local read that was answered with values. Immutable.
 *
 * @param attempt the call
 * @param gateway address of the gateway that answered
 * @param minOffset least offset that the call named; -1 for none
 * @param sentNanos time of its invoke, by the recorder's clock
 * @param offset Hotlane-Offset
 * @param staleMs Hotlane-Stale-Ms
 * @param fromView whether the gateway's view answered; else the lane
 */
record LocalAnswer(
        RecordedAttempt attempt,
        String gateway,
        long minOffset,
        long sentNanos,
        long offset,
        long staleMs,
        boolean fromView) {
    private static final long NANOS_PER_MS = 1_000_000;

    /** An answer with the three headers of a local answer. */
    static LocalAnswer of(RecordedAttempt attempt, TableRow invoke, TableRow end) {
        TableRow proof = end.row("proof");
        String min = RecordedCall.of(invoke).query().getOrDefault("minOffset", "-1");
        return new LocalAnswer(
                attempt,
                invoke.text("gateway"),
                Long.parseLong(min),
                invoke.number("t", 0),
                proof.number("offset"),
                proof.number("staleMs"),
                "view".equals(proof.word("source")));
    }

    /** Time of its answer. */
    long answeredNanos() {
        return attempt.endedNanos();
    }

    /** Every answer received before this time must be included. */
    long provenNanos() {
        return sentNanos - staleMs * NANOS_PER_MS;
    }
}
