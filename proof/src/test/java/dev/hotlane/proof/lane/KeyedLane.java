package dev.hotlane.proof.lane;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyList;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Verb;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.RecordKind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A whole lane with a view, and a gateway with principals. One thread. */
final class KeyedLane implements AutoCloseable {
    /** The board of its view. */
    static final String BOARD = WholeLane.BOARD;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final WholeLane on;
    private final Path file;
    private final Map<String, JsonObject> principals = new LinkedHashMap<>();
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Gateway gateway;
    private int commands;

    KeyedLane(Lane lane) {
        on = WholeLane.withView(lane);
        try {
            file = Files.createTempDirectory("principals").resolve("principals.json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts processor and gateway; returns when commands are answered. */
    void serve() {
        write();
        on.processor.start("--view");
        gateway = on.gateway(
                0,
                usual -> usual.withHttp(usual.http().withAccess(new AccessSettings(file)))
                        .withView(ViewSettings.usual().withBoards(List.of(BOARD)))
                        .withTimes(usual.times().withBeatAgeMax(WholeLane.PATIENT)));
        on.processor.awaitLeading();
        WholeLane.awaitServing(on.client(gateway));
        Awaitility.await("a view")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> meter("hotlane_view_sequence ") >= 0);
    }

    /** One more gateway for the same callers, with these settings of HTTP; it may not serve yet. After {@link #serve}. */
    Gateway gateway(UnaryOperator<HttpSettings> change) {
        return on.gateway(
                1,
                usual -> usual.withHttp(change.apply(usual.http().withAccess(new AccessSettings(file))))
                        .withTimes(usual.times().withBeatAgeMax(WholeLane.PATIENT)));
    }

    /** The principals file. */
    Path file() {
        return file;
    }

    /** Records of callers in the log: commands and reads. */
    int records() {
        Census census = on.census();
        return census.count(RecordKind.COMMAND) + census.count(RecordKind.READ);
    }

    /** A grant of verbs, separated by spaces, on all keys; with {@code holds} unless it is null. */
    static JsonObject grant(String verbs, String holds) {
        JsonObject grant = new JsonObject().put("verbs", new JsonArray());
        for (String word : verbs.split(" ")) {
            grant.getJsonArray("verbs").add(word);
            Verb verb = Verb.of(word);
            for (KeyList list : KeyList.values()) {
                if (verb.uses(list)) {
                    grant.put(list.word(), "*");
                }
            }
        }
        return holds == null ? grant : grant.put("holds", holds);
    }

    /** A grant of verbs on keys with this prefix, and on the tenant's holds. */
    static JsonObject on(String prefix, String verbs) {
        JsonObject grant = grant(verbs, "tenant");
        for (KeyList list : KeyList.values()) {
            grant.put(list.word(), new JsonArray().add(prefix));
        }
        return grant;
    }

    /** Adds or changes a principal, which keeps its key. */
    void principal(String name, String tenant, JsonObject... grants) {
        String key = keys.computeIfAbsent(name, none -> KeyText.make());
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        JsonObject id = new JsonObject()
                .put("id", entry.id())
                .put("sha256", HexFormat.of().formatHex(entry.sha256()));
        JsonArray all = new JsonArray();
        for (JsonObject grant : grants) {
            all.add(grant);
        }
        JsonObject principal = new JsonObject()
                .put("name", name)
                .put("keys", new JsonArray().add(id))
                .put("grants", all);
        principals.put(name, tenant.isEmpty() ? principal : principal.put("tenant", tenant));
        if (gateway != null) {
            write();
        }
    }

    /** The entry of a principal, which a test may change before it calls {@link #write()}. */
    JsonObject entry(String name) {
        return principals.get(name);
    }

    /** The key of a principal. */
    String key(String name) {
        return keys.get(name);
    }

    /** Removes a principal. */
    void remove(String name) {
        principals.remove(name);
        write();
    }

    /** Writes this text in place of the file. */
    void write(String text) {
        try {
            Path next = Files.writeString(file.resolveSibling("next.json"), text);
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file as it is again. */
    void write() {
        write(new JsonObject()
                .put("principals", new JsonArray(List.copyOf(principals.values())))
                .encodePrettily());
    }

    /** A request of a principal, null for one without a key, with a fresh Idempotency-Key. */
    HttpRequest.Builder request(String principal, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
                .timeout(Duration.ofSeconds(30));
        if (principal != null) {
            request.header("Authorization", "Bearer " + keys.get(principal));
        }
        return request;
    }

    /** The answer to a call with a fresh Idempotency-Key; {@code body} may be null. */
    HttpResponse<String> call(String principal, String method, String path, String body) {
        return call(principal, "command-" + commands++, method, path, body);
    }

    /** The same under this Idempotency-Key; null for none. */
    HttpResponse<String> call(String principal, String id, String method, String path, String body) {
        String type = path.equals("/v1/batch") ? "application/x-ndjson" : "application/json";
        HttpRequest.Builder request = request(principal, path)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", type);
        }
        if (id != null && !path.equals("/v1/batch")) {
            request.header("Idempotency-Key", id);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** An open stream of events. */
    HttpResponse<InputStream> watch(String principal, String query) throws IOException, InterruptedException {
        return http.send(
                request(principal, "/v1/watch?" + query)
                        .header("Accept", "text/event-stream")
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    /** The meter whose line begins so; -1 if there is none. The principal {@code operator} needs the verb observe. */
    double meter(String prefix) {
        return call("operator", null, "GET", "/metrics", null)
                .body()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElse(-1);
    }

    @Override
    public void close() {
        on.close();
    }
}
