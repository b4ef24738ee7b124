package dev.hotlane.jmh.feed.front;

import dev.hotlane.jmh.servers.EtcdServer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.parsetools.RecordParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

/**
 * etcd by its JSON gateway over HTTP/1.1: puts, and a watch of the prefix of the keys. The id of a change is its revision;
 * a watch begins at the revision behind the last one. One event loop.
 */
final class EtcdChanges implements ChangeStore {
    private static final int WATCHES_MAX = 1_000;

    /** Of the keys {@code key:...}: the range ends before the character after the colon. */
    private static final String RANGE =
            "\"key\":\"" + EtcdServer.base64("key:") + "\",\"range_end\":\"" + EtcdServer.base64("key;") + "\"";

    private final HttpClient calls;
    private final HttpClient watches;

    EtcdChanges(Vertx vertx, int port, int connections) {
        HttpClientOptions options =
                new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(port);
        calls = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(connections));
        watches = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(WATCHES_MAX));
    }

    @Override
    public Future<Void> put(String key, long value) {
        return post(
                        "/v3/kv/put",
                        "{\"key\":\"" + EtcdServer.base64(key) + "\",\"value\":\""
                                + EtcdServer.base64(Long.toString(value)) + "\"}")
                .mapEmpty();
    }

    @Override
    public Future<Long> value(String key) {
        return post("/v3/kv/range", "{\"key\":\"" + EtcdServer.base64(key) + "\"}")
                .map(answer -> Long.parseLong(text(answer.getJsonArray("kvs").getJsonObject(0), "value")));
    }

    private Future<JsonObject> post(String path, String body) {
        return calls.request(HttpMethod.POST, path)
                .compose(request -> request.send(Buffer.buffer(body)))
                .compose(response -> response.body()
                        .compose(answer -> response.statusCode() == 200
                                ? Future.succeededFuture(answer.toJsonObject())
                                : Future.failedFuture("etcd answered " + response.statusCode() + " " + answer)));
    }

    @Override
    public boolean resumes() {
        return true;
    }

    @Override
    public Future<Following> follow(long after, Consumer<List<StoredChange>> changes) {
        Promise<Following> begun = Promise.promise();
        String from = after == NOW ? "" : ",\"start_revision\":\"" + (after + 1) + "\"";
        watches.request(HttpMethod.POST, "/v3/watch")
                .compose(request -> request.send(Buffer.buffer("{\"create_request\":{" + RANGE + from + "}}"))
                        .onSuccess(response -> {
                            Following following = () -> request.connection().close();
                            response.handler(RecordParser.newDelimited("\n", line -> {
                                JsonObject result = line.toJsonObject().getJsonObject("result", new JsonObject());
                                if (result.getBoolean("created", false)) {
                                    begun.tryComplete(following);
                                }
                                take(result, changes);
                            }));
                            response.exceptionHandler(begun::tryFail);
                        }))
                .onFailure(begun::tryFail);
        return begun.future();
    }

    private static void take(JsonObject result, Consumer<List<StoredChange>> changes) {
        JsonArray events = result.getJsonArray("events");
        if (events == null) {
            return;
        }
        List<StoredChange> found = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            JsonObject pair = events.getJsonObject(i).getJsonObject("kv");
            found.add(new StoredChange(
                    Long.parseLong(pair.getString("mod_revision")),
                    text(pair, "key"),
                    Long.parseLong(text(pair, "value"))));
        }
        changes.accept(found);
    }

    private static String text(JsonObject pair, String field) {
        return new String(Base64.getDecoder().decode(pair.getString(field)), StandardCharsets.UTF_8);
    }
}
