package dev.hotlane.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The attempts of a single call. */
final class SingleCall<T> implements Attempts<CallOutcome<T>> {
    private final LaneCall<T> call;
    private final CallState<T> state;
    private final byte[] body;

    SingleCall(LaneClient client, LaneCall<T> call) {
        this(call, new CallState<>(client, call));
    }

    /** A call that goes on from the verdicts of earlier attempts. */
    SingleCall(LaneCall<T> call, CallState<T> state) {
        this.call = call;
        this.state = state;
        body = call.shape().body() == null ? null : Json.bytes(call.shape().body());
    }

    @Override
    public HttpRequest.Builder request(URI gateway) {
        CallShape<T> shape = call.shape();
        BodyPublisher publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(gateway.resolve(shape.path())).method(shape.method(), publisher);
        shape.headers().forEach((name, value) -> request.header(name, call.header(name, value)));
        if (call.id() != null) {
            request.header("Idempotency-Key", header(call.id()));
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return request;
    }

    /** The bare id, unless it would parse as a quoted string. */
    private static String header(String id) {
        return id.startsWith("\"") ? '"' + id.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : id;
    }

    @Override
    public Optional<CallOutcome<T>> answered(HttpResponse<byte[]> response) {
        Optional<CallOutcome<T>> outcome = state.settle(AnswerJudge.single(call, response));
        if (outcome.isEmpty()) {
            call.retries().accept(response.statusCode());
        }
        return outcome;
    }

    @Override
    public void unanswered(boolean arrived, String detail) {
        state.unanswered(arrived, detail);
        call.retries().accept(0);
    }

    @Override
    public Duration retryAfter() {
        return state.retryAfter();
    }

    @Override
    public CallOutcome<T> ended(boolean underWay, String reason) {
        return state.ended(underWay, reason);
    }
}
