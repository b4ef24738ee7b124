package dev.hotlane.proof.history;

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
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests to gateways and records the invoke and the result of each attempt. Retries nothing. Any thread;
 * callbacks run on an event loop of its own.
 */
public final class Callers implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 256;
    private static final int CONNECT_MS_MAX = 2_000;
    private static final long CLOSE_MS_MAX = 30_000;

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    private final Context loop = vertx.getOrCreateContext();
    private final List<String> gateways;
    private final Recorder recorder;
    private final long answerMsMax;
    private volatile CallerAccounts accounts = client -> CallerAccount.NONE;

    /** By their TLS, null for none. Of the event loop. */
    private final Map<CallerTls, HttpClient> clients = new HashMap<>();

    /**
     * Opens no connection.
     *
     * @param gateways base URLs such as http://127.0.0.1:8080; an account with TLS calls https
     * @param answerMsMax an attempt without an answer for that time ends as unknown
     */
    public Callers(List<String> gateways, Recorder recorder, long answerMsMax) {
        this.gateways = List.copyOf(gateways);
        this.recorder = recorder;
        this.answerMsMax = answerMsMax;
    }

    /** Attempts that begin from now on are sent by these accounts; before the first call of this, by none. */
    public void callBy(CallerAccounts next) {
        accounts = next;
    }

    private HttpClient client(CallerTls tls) {
        HttpClientOptions options = new HttpClientOptions().setConnectTimeout(CONNECT_MS_MAX);
        if (tls != null) {
            options.setSsl(true).setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(tls.authorities())));
            if (tls.certificate() != null) {
                options.setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(tls.certificate()))
                        .addKeyValue(Buffer.buffer(tls.key())));
            }
        }
        return vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(CONNECTIONS_MAX));
    }

    /** Number of gateways. */
    int gateways() {
        return gateways.size();
    }

    /** The event loop of all callbacks. */
    Context loop() {
        return loop;
    }

    /** Runs a task on the event loop after that number of milliseconds, at least one. */
    void later(long millis, Runnable what) {
        vertx.setTimer(Math.max(1, millis), ignored -> loop.runOnContext(now -> what.run()));
    }

    /** Sends one attempt through the gateway of that number; the future never fails. */
    public Future<CallResult> send(int client, int gateway, Request request) {
        Promise<CallResult> ended = Promise.promise();
        loop.runOnContext(now -> {
            String base = gateways.get(gateway);
            CallerAccounts by = accounts;
            CallerAccount account = by.of(client);
            long begun = System.nanoTime();
            long invoke = recorder.invoke(client, base, request);
            exchange(account, base, request, recorder.traceparent(invoke))
                    .otherwise(noAnswer -> CallResult.nothing())
                    .onSuccess(result -> loop.runOnContext(then -> {
                        recorder.result(invoke, client, result);
                        by.ended(client, account, result, System.nanoTime() - begun);
                        ended.complete(result);
                    }));
        });
        return ended.future();
    }

    private Future<CallResult> exchange(CallerAccount account, String base, Request request, String traceparent) {
        RequestOptions options = new RequestOptions()
                .setMethod(request.method())
                .setAbsoluteURI((account.tls() == null ? base : base.replaceFirst("^http:", "https:")) + request.path())
                .setConnectTimeout(CONNECT_MS_MAX)
                .setTimeout(answerMsMax)
                .putHeader("traceparent", traceparent);
        if (account.authorization() != null) {
            options.putHeader("Authorization", account.authorization());
        }
        if (request.id() != null) {
            options.putHeader("Idempotency-Key", request.id());
        }
        if (request.ifMatch() >= 0) {
            options.putHeader("If-Match", "\"" + request.ifMatch() + "\"");
        } else if (request.ifMatch() == Request.ABSENT) {
            options.putHeader("If-None-Match", "*");
        }
        return clients.computeIfAbsent(account.tls(), this::client)
                .request(options)
                .compose(sent -> send(sent, request.body()))
                .compose(response -> response.body().map(body -> result(response, body)));
    }

    private static Future<HttpClientResponse> send(HttpClientRequest request, JsonObject body) {
        if (body == null) {
            return request.send();
        }
        return request.putHeader("Content-Type", "application/json").send(body.toBuffer());
    }

    private static CallResult result(HttpClientResponse response, Buffer body) {
        boolean replayed = "true".equals(response.getHeader("Idempotency-Replayed"));
        ReadProof proof = proof(response);
        try {
            return CallResult.of(response.statusCode(), replayed, new JsonObject(body), proof);
        } catch (DecodeException e) {
            return CallResult.of(response.statusCode(), replayed, new JsonObject(), proof);
        }
    }

    /** Null unless the answer has all three headers of a local answer. */
    private static ReadProof proof(HttpClientResponse response) {
        String offset = response.getHeader("Hotlane-Offset");
        String staleMs = response.getHeader("Hotlane-Stale-Ms");
        String source = response.getHeader("Hotlane-Source");
        return offset == null || staleMs == null || source == null
                ? null
                : new ReadProof(Long.parseLong(offset), Long.parseLong(staleMs), source);
    }

    /** Closes all connections; open attempts end as unknown. */
    @Override
    public void close() {
        try {
            vertx.close().await(CLOSE_MS_MAX, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the callers' event loop did not end", e);
        }
    }
}
