package dev.hotlane.infra.demo;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Makes calls until they are answered: after 503, 504 or no answer the same key is sent again, after a short, jittered
 * wait. All state belongs to one event loop.
 */
final class Caller {
    private static final long ATTEMPT_TIMEOUT_MS = 15_000;
    private static final int RETRY_WAIT_MS_MIN = 50;
    private static final int RETRY_WAIT_MS_MAX = 300;

    private final HttpClient client;
    private final Context loop;
    private final SplittableRandom random;
    private final IntConsumer unanswered;

    /** @param unanswered told the status of each attempt that did not tell the outcome, 0 for no answer at all */
    Caller(Vertx vertx, String host, int port, int connections, long seed, IntConsumer unanswered) {
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost(host)
                .setDefaultPort(port)
                .setKeepAlive(true)
                .setPipelining(false);
        client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(connections));
        loop = vertx.getOrCreateContext();
        random = new SplittableRandom(seed);
        this.unanswered = unanswered;
    }

    /** The event loop that everything happens on. */
    Context loop() {
        return loop;
    }

    /** Sends until it is answered, then tells. */
    void send(DemoCall call, Consumer<DemoCall> answered) {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setURI(call.path)
                .putHeader("Content-Type", "application/json")
                .putHeader("Idempotency-Key", call.key)
                .setTimeout(ATTEMPT_TIMEOUT_MS);
        client.request(request)
                .compose(sent -> sent.send(call.body))
                .compose(response -> response.body().map(body -> take(call, response, body)))
                .onComplete(result -> loop.runOnContext(ignored -> {
                    if (result.succeeded() && call.isAnswered()) {
                        answered.accept(call);
                    } else {
                        again(call, result.succeeded() ? call.status : 0, answered);
                    }
                }));
    }

    private static DemoCall take(DemoCall call, HttpClientResponse response, Buffer body) {
        call.status = response.statusCode();
        if (call.status != 503 && call.status != 504) {
            call.replayed = "true".equals(response.getHeader("Idempotency-Replayed"));
            call.answer = body.toString();
        }
        return call;
    }

    /** 503 did not run and 504 may have run; for the caller both mean: the same key again. */
    private void again(DemoCall call, int status, Consumer<DemoCall> answered) {
        call.unknown += status == 503 ? 0 : 1;
        unanswered.accept(status);
        later(random.nextInt(RETRY_WAIT_MS_MIN, RETRY_WAIT_MS_MAX), () -> send(call, answered));
    }

    /** Does something on the event loop after that number of milliseconds. */
    void later(long millis, Runnable what) {
        loop.owner().setTimer(millis, ignored -> loop.runOnContext(now -> what.run()));
    }

    Future<Void> close() {
        return client.close();
    }
}
