package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.ReplayOutcome;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Parts of answers as the contract defines them. Any thread. */
final class AnswerBodies {
    private static final Set<String> WITH_TIME = Set.of("EXPIRED", "NOT_OPEN", "CLOSED", "ID_EXPIRED", "ID_IN_FUTURE");

    private AnswerBodies() {}

    static Map<String, Object> counter(String key, Counter counter) {
        Map<String, Object> body = new TreeMap<>();
        body.put("key", key);
        body.put("value", counter.value());
        body.put("held", counter.held());
        body.put("confirmed", counter.confirmed());
        body.put("version", Math.abs(counter.version()));
        if (counter.bucket()) {
            body.put("bucket", true);
        }
        return body;
    }

    /** @param creation whether it is the answer to the creation, which names the remaining stock of each line */
    static Map<String, Object> hold(Hold hold, boolean creation) {
        Map<String, Object> body = new TreeMap<>();
        body.put("id", hold.id());
        body.put("state", hold.state().name().toLowerCase(Locale.ROOT));
        if (!hold.owner().isEmpty()) {
            body.put("owner", hold.owner());
        }
        body.put("createdAt", hold.createdAt());
        body.put("expiresAt", hold.expiresAt());
        if (hold.state() != HoldState.HELD) {
            body.put("resolvedAt", hold.resolvedAt());
        }
        List<Object> lines = new ArrayList<>();
        List<Object> limits = new ArrayList<>();
        for (Line line : hold.lines()) {
            (line.isLimit() ? limits : lines).add(line(line, hold.state(), creation));
        }
        body.put("lines", lines);
        if (!limits.isEmpty()) {
            body.put("limits", limits);
        }
        return body;
    }

    private static Map<String, Object> line(Line line, HoldState state, boolean creation) {
        Map<String, Object> body = new TreeMap<>();
        body.put("key", line.key());
        body.put("quantity", Math.abs(line.quantity()));
        if (creation && !line.isLimit()) {
            body.put("remaining", line.remaining());
        }
        if (state == HoldState.CONFIRMED) {
            body.put("confirmed", Math.abs(line.confirmed()));
        }
        return body;
    }

    static Map<String, Object> problem(ReplayOutcome outcome, int status) {
        Map<String, Object> body = new TreeMap<>();
        body.put("code", outcome.code());
        body.put("status", (long) status);
        body.put("offset", outcome.sequence());
        numbers(body, outcome.problem());
        if (outcome.problem().key() != null) {
            body.put("key", outcome.problem().key());
        }
        if (WITH_TIME.contains(outcome.code())) {
            body.put("serverTime", outcome.time());
        }
        if ("ID_EXPIRED".equals(outcome.code())) {
            body.put("outcome", "unknown");
        }
        if ("QUOTA_EXCEEDED".equals(outcome.code())) {
            body.put("outcome", "not_executed");
        }
        return body;
    }

    static void numbers(Map<String, Object> body, ReplayOutcome.Problem problem) {
        put(
                body,
                "failedOp",
                problem.failedOp() == null ? null : problem.failedOp().longValue());
        put(body, "available", problem.available());
        put(body, "limit", problem.limit());
        put(body, "version", problem.version());
        put(body, "retryAfterMs", problem.retryAfter());
        put(body, "horizon", problem.horizon());
    }

    private static void put(Map<String, Object> body, String name, Long value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    /** HTTP status of a code. */
    static int status(String code) {
        return switch (code) {
            case "MALFORMED", "UNSUPPORTED", "ID_IN_FUTURE" -> 400;
            case "NOT_FOUND" -> 404;
            case "ID_EXPIRED", "EXPIRED" -> 410;
            case "ID_REUSED" -> 422;
            case "RATE_LIMITED", "QUOTA_EXCEEDED" -> 429;
            default -> 409;
        };
    }
}
