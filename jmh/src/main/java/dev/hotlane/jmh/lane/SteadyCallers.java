package dev.hotlane.jmh.lane;

import dev.hotlane.infra.log.Uuid7;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers who each add one to a counter of their own, again and again, one call at a time. Whoever hears no outcome asks
 * again under the same key. Calls belong to one event loop; the methods may be called on any thread.
 */
final class SteadyCallers implements AutoCloseable {
    private static final Buffer ONE = Buffer.buffer("{\"amount\":1}");
    private static final long ATTEMPT_MS_MAX = 15_000;
    private static final long AGAIN_AFTER_MS = 25;

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    private final HttpClient client;
    private final Uuid7 ids;
    private final long[] acknowledged;
    private final AtomicLong oks = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final CountDownLatch ended;
    private volatile boolean stopping;
    private volatile boolean closed;
    private volatile String fault;
    private long lastOkNanos;
    private long longestGapNanos;

    SteadyCallers(int callers, int port, long seed) {
        HttpClientOptions options = new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(port)
                .setKeepAlive(true);
        client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(callers));
        ids = new Uuid7(seed);
        acknowledged = new long[callers];
        ended = new CountDownLatch(callers);
    }

    void start() {
        lastOkNanos = System.nanoTime();
        vertx.runOnContext(begin -> {
            for (int caller = 0; caller < acknowledged.length; caller++) {
                next(caller);
            }
        });
    }

    /** The counter of a caller. */
    static String counter(int caller) {
        return "caller-" + caller;
    }

    private void next(int caller) {
        if (stopping) {
            ended.countDown();
        } else {
            send(caller, ids.next(System.currentTimeMillis()).toString());
        }
    }

    private void send(int caller, String key) {
        if (closed) {
            return;
        }
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setURI("/v1/counters/" + counter(caller) + "/increment")
                .putHeader("Content-Type", "application/json")
                .putHeader("Idempotency-Key", key)
                .setTimeout(ATTEMPT_MS_MAX);
        client.request(request)
                .compose(sent -> sent.send(ONE))
                .compose(response -> response.body().map(body -> response.statusCode()))
                .onComplete(told -> vertx.runOnContext(now -> take(caller, key, told)));
    }

    private void take(int caller, String key, AsyncResult<Integer> told) {
        int status = told.succeeded() ? told.result() : 0;
        if (status == 200) {
            acknowledged[caller]++;
            ok();
            next(caller);
        } else if (status == 0 || status == 503 || status == 504) {
            unanswered.incrementAndGet();
            vertx.setTimer(AGAIN_AFTER_MS, again -> send(caller, key));
        } else {
            fault = "an increment was answered with " + status;
            ended.countDown();
        }
    }

    private synchronized void ok() {
        long now = System.nanoTime();
        longestGapNanos = Math.max(longestGapNanos, now - lastOkNanos);
        lastOkNanos = now;
        oks.incrementAndGet();
    }

    /** From now on the longest time between two answers counts; the one under way does from its begin. */
    synchronized void watch() {
        longestGapNanos = 0;
    }

    /** Longest time between two answers of any callers since {@link #watch}, in nanoseconds. */
    synchronized long longestGapNanos() {
        return longestGapNanos;
    }

    /** Increments acknowledged so far. */
    long oks() {
        return oks.get();
    }

    /** Attempts so far that told no outcome. */
    long unanswered() {
        return unanswered.get();
    }

    /** Lets every call come to its end; gives for each caller how many increments were acknowledged. */
    long[] stop() throws InterruptedException {
        stopping = true;
        ended.await();
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
        return acknowledged.clone();
    }

    @Override
    public void close() {
        closed = true;
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
