package dev.hotlane.console.source;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;

/**
 * Reads the two pages of a source, one after the other, in at most 1 s each and 1 MiB. Follows no redirect, so that the key
 * goes nowhere else. Certificates and names are verified. On the event loop.
 */
public final class SourceReader {
    private static final long TIME_MAX_MS = 1_000;
    private static final int BODY_MAX = 1 << 20;

    private final Vertx vertx;
    private final HttpClient client;
    private final String key;
    private final long bootNanos = System.nanoTime();
    private final long bootMillis = System.currentTimeMillis();

    /** {@code key} is sent to every source; null for none. */
    public SourceReader(Vertx vertx, String key) {
        this.vertx = vertx;
        this.key = key;
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout((int) TIME_MAX_MS)
                .setVerifyHost(true)
                .setTrustAll(false)
                .setKeepAliveTimeout(5);
        client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(1));
    }

    /** The reading; it fails with a message for operators. */
    Future<Reading> read(SourceAddress source) {
        return page(source, "/v1/stats")
                .compose(stats -> page(source, "/v1/status").map(status -> new Reading(now(), stats, status)));
    }

    /** Steps of the machine's clock do not make the order of readings wrong. */
    private long now() {
        return bootMillis + (System.nanoTime() - bootNanos) / 1_000_000;
    }

    private Future<JsonObject> page(SourceAddress source, String path) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(source.host())
                .setPort(source.port())
                .setSsl(source.tls())
                .setURI(path)
                .setFollowRedirects(false)
                .setConnectTimeout(TIME_MAX_MS);
        if (source.ip() != null) {
            options.setServer(SocketAddress.inetSocketAddress(source.port(), source.ip()));
        }
        if (key != null) {
            options.putHeader("Authorization", "Bearer " + key);
        }
        Promise<JsonObject> page = Promise.promise();
        HttpClientRequest[] sent = {null};
        long timer = vertx.setTimer(TIME_MAX_MS, late -> {
            if (page.tryFail(new SourceFault("no answer in 1 s")) && sent[0] != null) {
                sent[0].reset();
            }
        });
        client.request(options)
                .compose(request -> {
                    sent[0] = request;
                    return page.future().isComplete() ? request.reset().mapEmpty() : request.send();
                })
                .onSuccess(response -> take(response, page))
                .onFailure(page::tryFail);
        return page.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    private static void take(HttpClientResponse response, Promise<JsonObject> page) {
        if (response == null) {
            return;
        }
        Buffer body = Buffer.buffer();
        response.exceptionHandler(page::tryFail);
        response.handler(part -> {
            if (body.length() + part.length() > BODY_MAX) {
                page.tryFail(new SourceFault("its answer exceeds 1 MiB"));
                response.request().reset();
            } else {
                body.appendBuffer(part);
            }
        });
        response.endHandler(end -> finish(response.statusCode(), body, page));
    }

    private static void finish(int status, Buffer body, Promise<JsonObject> page) {
        // 503 with a status is a process that still loads: it has a page all the same.
        if (status != 200 && status != 503) {
            page.tryFail(new SourceFault("it answered " + status));
            return;
        }
        try {
            page.tryComplete(body.toJsonObject());
        } catch (DecodeException | ClassCastException e) {
            page.tryFail(new SourceFault("its answer is no JSON object"));
        }
    }
}
