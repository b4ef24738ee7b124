package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.ReplayOutcome;
import dev.hotlane.proof.history.replay.Reply;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The right answer to a command, made from the model's outcome of its record. Any thread. */
final class AnswerCheck {
    private static final Set<String> NEVER_STORED =
            Set.of("ID_REUSED", "ID_EXPIRED", "ID_IN_FUTURE", "MALFORMED", "UNSUPPORTED", "QUOTA_EXCEEDED");
    private static final int PRECONDITION_FAILED = 412;

    private AnswerCheck() {}

    static RecordedAnswer of(RecordedCall call, Reply reply) {
        ReplayOutcome outcome = reply.outcome();
        if (call.route() == RecordedCall.Route.ABANDON) {
            boolean own = reply.ended() || NEVER_STORED.contains(outcome.code());
            return own ? refused(call, reply) : new RecordedAnswer(200, reply.replayed(), stored(call.name(), outcome));
        }
        if (!outcome.isOk()) {
            return refused(call, reply);
        }
        int status = call.route() == RecordedCall.Route.RESERVE ? 201 : 200;
        return new RecordedAnswer(status, reply.replayed(), done(call, outcome));
    }

    private static RecordedAnswer refused(RecordedCall call, Reply reply) {
        String code = reply.outcome().code();
        boolean header = call.condition() != null && ("EXISTS".equals(code) || "VERSION_MISMATCH".equals(code));
        int status = header ? PRECONDITION_FAILED : AnswerBodies.status(code);
        return new RecordedAnswer(status, reply.replayed(), AnswerBodies.problem(reply.outcome(), status));
    }

    private static Map<String, Object> done(RecordedCall call, ReplayOutcome outcome) {
        Map<String, Object> body = new TreeMap<>();
        switch (call.route()) {
            case TRANSACT -> {
                body.put("id", call.id());
                body.put("results", results(call.body().rows("ops"), outcome.results()));
            }
            case RESERVE, CONFIRM, CANCEL, EXTEND -> body.putAll(hold(outcome));
            case TAKE -> {
                TokenBucket.Level bucket = outcome.results().get(0).bucket();
                body.putAll(Map.of("allowed", true, "retryAfterMs", 0L));
                body.put("remaining", bucket.tokens());
                body.put("resetAfterMs", bucket.fullAfter());
                body.put("offset", outcome.sequence());
                return body;
            }
            default -> {
                body.put("id", call.id());
                body.putAll(result(outcome.results().get(0)));
            }
        }
        body.put("offset", outcome.sequence());
        body.put("time", outcome.time());
        return body;
    }

    private static Map<String, Object> hold(ReplayOutcome outcome) {
        return AnswerBodies.hold(outcome.hold(), !outcome.results().isEmpty());
    }

    private static List<Object> results(List<TableRow> ops, List<ReplayOutcome.Result> results) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            ReplayOutcome.Result result = results.get(i);
            Map<String, Object> body = result(result);
            if (ops.get(i).is("clamp")) {
                body.put("applied", result.value() - result.previous());
            }
            if (result.bucket() != null) {
                body.put("remaining", result.bucket().tokens());
                body.put("resetAfterMs", result.bucket().fullAfter());
            }
            all.add(body);
        }
        return all;
    }

    private static Map<String, Object> result(ReplayOutcome.Result result) {
        Map<String, Object> body = numbers(result);
        body.put("key", result.key());
        return body;
    }

    private static Map<String, Object> numbers(ReplayOutcome.Result result) {
        Map<String, Object> body = new TreeMap<>();
        body.put("previous", result.previous());
        body.put("value", result.value());
        body.put("version", result.version());
        return body;
    }

    /** The answer to a request for a stored outcome by its id. */
    static Map<String, Object> stored(String id, ReplayOutcome outcome) {
        Map<String, Object> body = new TreeMap<>();
        body.put("id", id);
        body.put("offset", outcome.sequence());
        body.put("time", outcome.time());
        switch (outcome.code()) {
            case ReplayOutcome.OK -> {
                body.put("state", "done");
                if (!outcome.results().isEmpty()) {
                    body.put(
                            "results",
                            outcome.results().stream().map(AnswerCheck::numbers).toList());
                }
                if (outcome.hold() != null) {
                    Map<String, Object> hold = hold(outcome);
                    hold.put("offset", outcome.sequence());
                    hold.put("time", outcome.time());
                    body.put("reservation", hold);
                }
            }
            case ReplayOutcome.ABANDONED -> body.put("state", "abandoned");
            default -> {
                body.put("state", ReplayOutcome.QUARANTINED.equals(outcome.code()) ? "quarantined" : "rejected");
                body.put("code", outcome.code());
                body.put("status", (long) AnswerBodies.status(outcome.code()));
                AnswerBodies.numbers(body, outcome.problem());
            }
        }
        return body;
    }
}
