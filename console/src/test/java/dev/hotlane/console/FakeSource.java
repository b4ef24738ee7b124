package dev.hotlane.console;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server that answers as a node does, or as the test says; it keeps the Authorization headers that it got. */
public final class FakeSource implements AutoCloseable {
    final List<String> keys = new CopyOnWriteArrayList<>();
    final List<String> paths = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    FakeSource(Vertx vertx, Consumer<HttpServerRequest> answer) throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(request -> {
                    paths.add(request.path());
                    keys.add(String.valueOf(request.getHeader("Authorization")));
                    answer.accept(request);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    /** A leading node's answer of either page; {@code sold} reservations since its start at {@code time}. */
    static void node(HttpServerRequest request, long time, long sold) {
        boolean stats = request.path().equals("/v1/stats");
        request.response().end((stats ? stats("one", time, sold) : status("leading", 3, "00ff")).encode());
    }

    /** What a node counts. */
    public static JsonObject stats(String incarnation, long time, long sold) {
        JsonObject gateway = new JsonObject()
                .put("role", "node")
                .put("incarnation", incarnation)
                .put("time", time)
                .put(
                        "answers",
                        new JsonArray()
                                .add(answers("reserve", "OK", sold))
                                .add(answers("confirm", "OK", sold / 2))
                                .add(answers("reserve", "INSUFFICIENT", sold / 4)))
                .put("boundsMicros", new JsonArray().add(1_000).add(2_000))
                .put(
                        "times",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("class", "write")
                                        .put(
                                                "counts",
                                                new JsonArray().add(sold).add(0).add(0))))
                .put("gauges", new JsonArray().add(figure("hotlane_inflight_requests", 5)))
                .put(
                        "hotKeys",
                        new JsonObject()
                                .put("every", 16)
                                .put("sampled", 10)
                                .put(
                                        "keys",
                                        new JsonArray()
                                                .add(new JsonObject()
                                                        .put("key", "stock:<img onerror=1>")
                                                        .put("uses", 7)
                                                        .put("certain", 6))));
        return new JsonObject()
                .put("role", "node")
                .put("incarnation", incarnation)
                .put("time", time)
                .put(
                        "counters",
                        new JsonArray()
                                .add(figure("hotlane_thread_cpu_seconds", 0.5).put("labels", "state")))
                .put("gauges", new JsonArray().add(figure("hotlane_flush_age_seconds", 0.25)))
                .put("gateway", gateway);
    }

    private static JsonObject answers(String route, String code, long count) {
        return new JsonObject().put("route", route).put("code", code).put("count", count);
    }

    private static JsonObject figure(String name, double value) {
        return new JsonObject().put("name", name).put("value", value);
    }

    /** A processor's status at offset 40. */
    public static JsonObject status(String role, long epoch, String digest) {
        return new JsonObject()
                .put("lane", "hotlane")
                .put("role", role)
                .put("incarnation", role + epoch)
                .put("epoch", epoch)
                .put("offsets", new JsonObject().put("applied", 41))
                .put("lags", new JsonObject().put("apply", 1).put("flush", 2))
                .put(
                        "state",
                        new JsonObject()
                                .put("offset", 40)
                                .put("digest", digest)
                                .put("holds", new JsonObject().put("open", 9)));
    }

    @Override
    public void close() {
        server.close();
    }
}
