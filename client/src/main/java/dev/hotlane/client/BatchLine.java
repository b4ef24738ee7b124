package dev.hotlane.client;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A command in a batch: its bytes, and its outcome once it is decided. Guarded by its loop. */
final class BatchLine<T> {
    private final LaneCall<T> call;
    private final CallState<T> state;
    private final byte[] bytes;
    private CallOutcome<T> outcome;

    BatchLine(LaneClient client, LaneCall<T> call) {
        CallShape<T> shape = call.shape();
        if (shape.line() == null || !shape.headers().isEmpty()) {
            throw new IllegalArgumentException("a batch takes no " + shape.method() + " " + shape.path()
                    + " and no headers: send the call by itself");
        }
        this.call = call;
        state = new CallState<>(client, call);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", call.id());
        fields.putAll(shape.line());
        if (shape.body() != null) {
            fields.putAll(shape.body());
        }
        bytes = Json.bytes(fields);
    }

    LaneCall<T> call() {
        return call;
    }

    CallState<T> state() {
        return state;
    }

    /** The outcome; null until it is decided. */
    CallOutcome<T> outcome() {
        return outcome;
    }

    byte[] bytes() {
        return bytes;
    }

    boolean isSettled() {
        return outcome != null;
    }

    Duration retryAfter() {
        return state.retryAfter();
    }

    void answered(JsonFields result) {
        outcome = state.settle(AnswerJudge.line(call, result)).orElse(null);
    }

    void answered(HttpResponse<byte[]> wholeBatch) {
        outcome = state.settle(AnswerJudge.wholeBatch(call, wholeBatch)).orElse(null);
    }

    void unanswered(boolean arrived, String detail) {
        state.unanswered(arrived, detail);
    }

    void ended(boolean underWay, String reason) {
        outcome = state.ended(underWay, reason);
    }

    BatchResult result() {
        return new BatchResult(call, outcome);
    }
}
