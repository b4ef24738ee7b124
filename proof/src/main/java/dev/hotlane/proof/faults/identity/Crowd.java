package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.ChildSlot;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;

/**
 * Callers of one principal, each with a connection of its own and one call under way: it calls again a pause after each
 * answer, whatever the answer was. Their calls are not recorded. They run on an event loop of their own; any thread reads the
 * counts.
 */
final class Crowd implements AutoCloseable {
    private static final int ANSWER_MS_MAX = 13_000;
    private static final long CLOSE_MS_MAX = 30_000;

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    private final HttpClient client;
    private final int port;
    private final String key;
    private final String path;
    private final LongFunction<JsonObject> body;
    private final long pauseMs;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger tooFast = new AtomicInteger();
    private final AtomicInteger tooMany = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicReference<String> wrong = new AtomicReference<>();
    private volatile boolean closing;

    // Of the event loop.
    private long sent;

    /** What its callers send: POST of such bodies, each under an id of its own. */
    record Call(String path, LongFunction<JsonObject> body) {}

    private Crowd(ChildSlot gateway, String key, int callers, Call call, Duration pause) {
        client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(callers));
        port = URI.create(gateway.url()).getPort();
        this.key = key;
        path = call.path();
        body = call.body();
        pauseMs = pause.toMillis();
    }

    /** Starts that number of callers at once; all have one address. */
    static Crowd of(ChildSlot gateway, String key, int callers, Duration pause, Call call) {
        Crowd crowd = new Crowd(gateway, key, callers, call, pause);
        crowd.vertx.runOnContext(now -> {
            for (int i = 0; i < callers; i++) {
                crowd.call();
            }
        });
        return crowd;
    }

    private void call() {
        if (closing) {
            return;
        }
        long number = sent++;
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(path)
                .setTimeout(ANSWER_MS_MAX)
                .putHeader("Authorization", "Bearer " + key)
                .putHeader("Content-Type", "application/json")
                .putHeader("Idempotency-Key", "crowd-" + number);
        client.request(options)
                .compose(request -> request.send(body.apply(number).toBuffer()))
                .compose(response -> response.body().map(text -> judged(response, text)))
                .onComplete(done -> again(done));
    }

    private void again(AsyncResult<Integer> done) {
        if (done.failed()) {
            others.incrementAndGet();
        }
        if (!closing) {
            vertx.setTimer(Math.max(1, pauseMs), timer -> call());
        }
    }

    private int judged(HttpClientResponse response, Buffer text) {
        int status = response.statusCode();
        if (status == 429) {
            aboveRate(response, new JsonObject(text));
        } else {
            (status < 300 ? taken : others).incrementAndGet();
        }
        return status;
    }

    private void aboveRate(HttpClientResponse response, JsonObject problem) {
        boolean right = "QUOTA_EXCEEDED".equals(problem.getString("code"))
                && "not_executed".equals(problem.getString("outcome"))
                && response.getHeader("Retry-After") != null
                && Integer.parseInt(response.getHeader("Retry-After")) >= 1;
        if (!right) {
            wrong.compareAndSet(null, problem + ", Retry-After " + response.getHeader("Retry-After"));
        }
        boolean fast = problem.getString("detail").contains("per second");
        (fast ? tooFast : tooMany).incrementAndGet();
    }

    /** Calls that were answered 2xx. */
    int taken() {
        return taken.get();
    }

    /** Calls that were answered 429 as more than the rate per second. */
    int tooFast() {
        return tooFast.get();
    }

    /** Calls that were answered 429 as too many without an answer. */
    int tooMany() {
        return tooMany.get();
    }

    /** The first answer 429 that is not as the contract says; null: none. */
    String wrong() {
        return wrong.get();
    }

    @Override
    public String toString() {
        return String.format(
                "%,d taken, %,d above the rate, %,d above the calls in flight, %,d others",
                taken(), tooFast(), tooMany(), others.get());
    }

    /** Ends all its connections. */
    @Override
    public void close() {
        closing = true;
        try {
            vertx.close().await(CLOSE_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the crowd's event loop did not end", e);
        }
    }
}
