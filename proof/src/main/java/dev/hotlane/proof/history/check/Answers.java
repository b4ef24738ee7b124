package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.Outcome;
import dev.hotlane.proof.history.model.Reply;
import dev.hotlane.proof.history.model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What calls that write must be answered, given what the model says of their record. Any thread. */
final class Answers {
    private static final Set<String> NEVER_STORED =
            Set.of("ID_REUSED", "ID_EXPIRED", "ID_IN_FUTURE", "MALFORMED", "UNSUPPORTED");
    private static final int PRECONDITION_FAILED = 412;

    private Answers() {}

    static Answer of(Call call, Reply reply) {
        Outcome outcome = reply.outcome();
        if (call.route() == Call.Route.ABANDON) {
            boolean own = reply.ended() || NEVER_STORED.contains(outcome.code());
            return own ? refused(call, reply) : new Answer(200, reply.replayed(), stored(call.name(), outcome));
        }
        if (!outcome.isOk()) {
            return refused(call, reply);
        }
        int status = call.route() == Call.Route.RESERVE ? 201 : 200;
        return new Answer(status, reply.replayed(), done(call, outcome));
    }

    private static Answer refused(Call call, Reply reply) {
        String code = reply.outcome().code();
        boolean header = call.condition() != null && ("EXISTS".equals(code) || "VERSION_MISMATCH".equals(code));
        int status = header ? PRECONDITION_FAILED : Bodies.status(code);
        return new Answer(status, reply.replayed(), Bodies.problem(reply.outcome(), status));
    }

    private static Map<String, Object> done(Call call, Outcome outcome) {
        Map<String, Object> body = new TreeMap<>();
        switch (call.route()) {
            case TRANSACT -> {
                body.put("id", call.id());
                body.put("results", results(call.body().rows("ops"), outcome.results()));
            }
            case RESERVE, CONFIRM, CANCEL, EXTEND -> body.putAll(hold(outcome));
            case TAKE -> {
                Outcome.Bucket bucket = outcome.results().get(0).bucket();
                body.putAll(Map.of("allowed", true, "retryAfterMs", 0L));
                body.put("remaining", bucket.remaining());
                body.put("resetAfterMs", bucket.resetAfter());
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

    private static Map<String, Object> hold(Outcome outcome) {
        return Bodies.hold(outcome.hold(), !outcome.results().isEmpty());
    }

    private static List<Object> results(List<Row> ops, List<Outcome.Result> results) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            Outcome.Result result = results.get(i);
            Map<String, Object> body = result(result);
            if (ops.get(i).is("clamp")) {
                body.put("applied", result.value() - result.previous());
            }
            if (result.bucket() != null) {
                body.put("remaining", result.bucket().remaining());
                body.put("resetAfterMs", result.bucket().resetAfter());
            }
            all.add(body);
        }
        return all;
    }

    private static Map<String, Object> result(Outcome.Result result) {
        Map<String, Object> body = numbers(result);
        body.put("key", result.key());
        return body;
    }

    private static Map<String, Object> numbers(Outcome.Result result) {
        Map<String, Object> body = new TreeMap<>();
        body.put("previous", result.previous());
        body.put("value", result.value());
        body.put("version", result.version());
        return body;
    }

    /** As a stored outcome is told to whoever asks for it by its id. */
    static Map<String, Object> stored(String id, Outcome outcome) {
        Map<String, Object> body = new TreeMap<>();
        body.put("id", id);
        body.put("offset", outcome.sequence());
        body.put("time", outcome.time());
        switch (outcome.code()) {
            case Outcome.OK -> {
                body.put("state", "done");
                if (!outcome.results().isEmpty()) {
                    body.put(
                            "results",
                            outcome.results().stream().map(Answers::numbers).toList());
                }
                if (outcome.hold() != null) {
                    Map<String, Object> hold = hold(outcome);
                    hold.put("offset", outcome.sequence());
                    hold.put("time", outcome.time());
                    body.put("reservation", hold);
                }
            }
            case Outcome.ABANDONED -> body.put("state", "abandoned");
            default -> {
                body.put("state", Outcome.QUARANTINED.equals(outcome.code()) ? "quarantined" : "rejected");
                body.put("code", outcome.code());
                body.put("status", (long) Bodies.status(outcome.code()));
                Bodies.numbers(body, outcome.problem());
            }
        }
        return body;
    }
}
