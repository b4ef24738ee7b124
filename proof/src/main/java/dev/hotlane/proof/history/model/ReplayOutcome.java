package dev.hotlane.proof.history.model;

import java.util.List;

/**
 * What a command came to, as it is remembered. Immutable.
 *
 * @param code OK, or why not, in the words of the contract
 * @param sequence of the record that decided it
 * @param time of the log after that record
 * @param problem what is told of a refusal; {@link Problem#NONE} if nothing is
 * @param results one an op of a transaction that ran
 * @param hold the reservation that it made or spoke of, as it was just after; null if none
 */
public record ReplayOutcome(String code, long sequence, long time, Problem problem, List<Result> results, Hold hold) {
    /** It did what it said. */
    public static final String OK = "OK";

    /** It never ran and never will. */
    public static final String ABANDONED = "ABANDONED";

    /** An operator took it out of the log. */
    public static final String QUARANTINED = "QUARANTINED";

    /**
     * What an op met and left.
     *
     * @param bucket null unless the op was a take
     */
    public record Result(String key, long previous, long value, long version, Bucket bucket) {}

    /** Of a take: whole tokens left, and ms until the bucket is full. */
    public record Bucket(long remaining, long resetAfter) {}

    /** Numbers of a refusal; absent ones are null. */
    public record Problem(
            Integer failedOp, String key, Long available, Long limit, Long version, Long retryAfter, Long horizon) {
        /** Nothing but the code. */
        public static final Problem NONE = new Problem(null, null, null, null, null, null, null);

        Problem at(int op, String counter) {
            return new Problem(op, counter, available, limit, version, retryAfter, horizon);
        }

        static Problem met(long available) {
            return new Problem(null, null, available, null, null, null, null);
        }

        static Problem bound(long available, long limit) {
            return new Problem(null, null, available, limit, null, null, null);
        }
    }

    static ReplayOutcome done(long sequence, long time, List<Result> results, Hold hold) {
        return new ReplayOutcome(OK, sequence, time, Problem.NONE, results, hold);
    }

    static ReplayOutcome refused(String code, long sequence, long time, Problem problem) {
        return new ReplayOutcome(code, sequence, time, problem, List.of(), null);
    }

    /** Whether it did what it said. */
    public boolean isOk() {
        return OK.equals(code);
    }
}
