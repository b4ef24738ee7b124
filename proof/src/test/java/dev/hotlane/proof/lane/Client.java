package dev.hotlane.proof.lane;

import dev.hotlane.gateway.Gateway;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Callers of one gateway over many connections, on an event loop of their own. Any thread. */
final class Client implements AutoCloseable {
    /** Longer than a gateway waits for a reply, so that the gateway always answers first. */
    private static final long ANSWER_MS_MAX = 30_000;

    private final Vertx vertx;
    private final HttpClient http;
    private final Context loop;
    private final int port;

    Client(Gateway gateway, int connections) {
        this(gateway.port(), connections);
    }

    Client(int port, int connections) {
        this.port = port;
        vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
        loop = vertx.getOrCreateContext();
        HttpClientOptions options =
                new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(port);
        http = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(connections));
    }

    /** Port of the gateway. */
    int port() {
        return port;
    }

    /** The event loop of all callbacks of sends that were made on it. */
    Context loop() {
        return loop;
    }

    /** Fails only without any answer, which a running gateway never allows. */
    Future<Answer> send(Call call) {
        Promise<Answer> told = Promise.promise();
        // On the loop from the start: an event before the handler is set would be lost.
        loop.runOnContext(now -> exchange(call).onComplete(told));
        return told.future();
    }

    private Future<Answer> exchange(Call call) {
        RequestOptions request = new RequestOptions()
                .setMethod(call.method())
                .setURI(call.path())
                .setTimeout(ANSWER_MS_MAX);
        if (call.key() != null) {
            request.putHeader("Idempotency-Key", call.key());
        }
        if (call.ifMatch() >= 0) {
            request.putHeader("If-Match", "\"" + call.ifMatch() + "\"");
        }
        return http.request(request)
                .compose(sent -> send(sent, call.body()))
                .compose(response -> response.body().map(body -> answer(response, body)));
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, String body) {
        if (body == null) {
            return request.send();
        }
        return request.putHeader("Content-Type", "application/json").send(body);
    }

    private static Answer answer(HttpClientResponse response, Buffer body) {
        String retryAfter = response.getHeader("Retry-After");
        return new Answer(
                response.statusCode(),
                body.toString(),
                "true".equals(response.getHeader("Idempotency-Replayed")),
                retryAfter == null ? -1 : Long.parseLong(retryAfter));
    }

    Answer call(Call call) {
        return await(send(call));
    }

    /** Sends all at once and waits for all answers. */
    List<Answer> callAll(Stream<Call> calls) {
        return await(Future.join(calls.map(this::send).toList())).list();
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.await(2 * ANSWER_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + 2 * ANSWER_MS_MAX + " ms", e);
        }
    }

    @Override
    public void close() {
        await(vertx.close());
    }
}
