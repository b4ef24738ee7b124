package dev.hotlane.proof.history.replay;

import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules;
import dev.hotlane.proof.model.TokenBucket;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a command, with the numbers that the contract shows of it. Immutable.
 *
 * @param code OK, or why not, in the words of the contract
 * @param sequence of the record that decided it
 * @param time of the log after that record
 * @param problem the numbers of a refusal; {@link Problem#NONE} if it shows none
 * @param results one an op of a transaction that ran
 * @param hold the reservation that it made or changed, as it was just after; null if none
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
    public record Result(String key, long previous, long value, long version, TokenBucket.Level bucket) {}

    /** Numbers of a refusal; absent ones are null. */
    public record Problem(
            Integer failedOp, String key, Long available, Long limit, Long version, Long retryAfter, Long horizon) {
        /** Nothing but the code. */
        public static final Problem NONE = new Problem(null, null, null, null, null, null, null);
    }

    /** The outcome that an answer is about; keys and buckets are those of the record's own ops. */
    static ReplayOutcome of(ModelAnswer answer, TableRow record) {
        return new ReplayOutcome(
                answer.verdict().name(),
                answer.origin(),
                answer.originTime(),
                problem(answer, record),
                results(answer, record),
                answer.holds().isEmpty() ? null : answer.holds().get(0));
    }

    private static Problem problem(ModelAnswer answer, TableRow record) {
        Refusal why = answer.refusal();
        Integer op = why == null || why.op() == Refusal.NO_OP ? null : Integer.valueOf(why.op());
        List<TableRow> ops = record.rows("ops");
        String key = op == null || op >= ops.size() ? null : ops.get(op).text("key");
        return switch (answer.verdict()) {
            case LIMIT_EXCEEDED, INSUFFICIENT, OVERFLOW, EXCEEDS_HELD ->
                new Problem(op, key, why.available(), why.limit(), null, null, null);
            case EXISTS, VALUE_MISMATCH -> new Problem(op, key, why.available(), null, null, null, null);
            case VERSION_MISMATCH -> new Problem(op, key, why.available(), null, why.limit(), null, null);
            case NOT_OPEN -> new Problem(op, key, null, why.limit(), null, why.retryAfter(), null);
            case CLOSED -> new Problem(op, key, null, why.limit(), null, null, null);
            case RATE_LIMITED, QUOTA_EXCEEDED ->
                new Problem(op, key, why.available(), why.limit(), null, why.retryAfter(), null);
            case ID_EXPIRED, ID_IN_FUTURE -> new Problem(null, null, null, null, null, null, why.horizon());
            case OK,
                    MALFORMED,
                    UNSUPPORTED,
                    ID_REUSED,
                    NOT_FOUND,
                    EXPIRED,
                    ALREADY_CONFIRMED,
                    ALREADY_CANCELLED,
                    ABANDONED,
                    QUARANTINED -> Problem.NONE;
        };
    }

    private static List<Result> results(ModelAnswer answer, TableRow record) {
        List<TableRow> ops = record.rows("ops");
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < answer.results().size(); i++) {
            ModelAnswer.Result result = answer.results().get(i);
            ModelOp op = i < ops.size() ? ReplayEntries.op(ops.get(i)) : null;
            boolean take = op != null && op.kind() == OpRules.Kind.TAKE;
            TokenBucket.Level level = take ? TokenBucket.level(op, result.value(), answer.originTime()) : null;
            results.add(new Result(
                    op == null ? null : op.key(), result.previous(), result.value(), result.version(), level));
        }
        return results;
    }

    /** Whether it did what it said. */
    public boolean isOk() {
        return OK.equals(code);
    }
}
