package dev.hotlane.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.source.SourceName;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A console on loopback, read by HTTP as a browser does, of sources that the test plays. */
@Timeout(120)
class RunningConsoleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicLong sold = new AtomicLong();
    private LoggedLane lane;
    private RunningConsole console;

    @AfterEach
    void end() throws Exception {
        if (console != null) {
            console.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private FakeSource node() throws Exception {
        return new FakeSource(
                vertx, request -> FakeSource.node(request, System.currentTimeMillis(), sold.addAndGet(10)));
    }

    private void open(String key, String... urls) {
        List<SourceName> names = new ArrayList<>();
        for (String url : urls) {
            names.add(SourceName.of(url, key != null));
        }
        console = RunningConsole.open(
                new ConsoleSettings("127.0.0.1", 0, List.of(), names, key, null, "stock:", "limit:", lane));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + path))
                .timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The first event of a kind that fits; read from the stream, which goes on until then. */
    private JsonObject event(String kind, Predicate<JsonObject> fits) throws Exception {
        HttpResponse<InputStream> live = http.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(live.statusCode()).isEqualTo(200);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(live.body(), StandardCharsets.UTF_8))) {
            while (true) {
                String line = lines.readLine();
                if (line.equals("event: " + kind)) {
                    JsonObject event = new JsonObject(lines.readLine().substring("data: ".length()));
                    if (fits.test(event)) {
                        return event;
                    }
                }
            }
        }
    }

    private static JsonObject source(JsonObject event) {
        return event.getJsonArray("sources").getJsonObject(0);
    }

    @Test
    void aPageGetsTheFiguresOfASourceAndSeesItsEnd() throws Exception {
        FakeSource node = node();
        open(null, node.url());
        JsonObject seen = event("now", now -> now.getJsonObject("point").containsKey("reserved"));
        assertThat(seen.getString("lane")).isEqualTo("hotlane");
        assertThat(source(seen).getString("position")).isEqualTo("leading");
        assertThat(seen.getJsonObject("sale").getString("fault")).contains("--mysql-url");
        node.close();
        JsonObject gone = event("now", now -> !source(now).getBoolean("answers"));
        assertThat(source(gone).fieldNames()).containsExactlyInAnyOrder("name", "at", "answers", "fault");
        JsonObject before = event("before", any -> true);
        assertThat(before.getJsonArray("points")).isNotEmpty();
    }

    @Test
    void aSourceThatNeverEndsItsAnswerIsGivenUpAndAskedAgain() throws Exception {
        FakeSource silent = new FakeSource(vertx, request -> {});
        open(null, silent.url());
        assertThat(source(event(
                        "now", now -> "no answer in 1 s".equals(source(now).getString("fault")))))
                .isNotNull();
        Awaitility.await().atMost(PATIENCE).until(() -> silent.paths.size() > 2);
    }

    @Test
    void aRedirectIsNotFollowedSoTheKeyStays() throws Exception {
        FakeSource thief = node();
        FakeSource sends = new FakeSource(
                vertx,
                request -> request.response()
                        .setStatusCode(302)
                        .putHeader("Location", thief.url() + "/v1/stats")
                        .end());
        open("secret", sends.url());
        // Two rounds: what a redirect leads to would be read by then.
        Awaitility.await().atMost(PATIENCE).until(() -> sends.paths.size() > 2);
        assertThat(sends.keys).containsOnly("Bearer secret");
        assertThat(thief.paths).isEmpty();
    }

    @Test
    void anAnswerThatIsTooLongOrNoJsonIsAFault() throws Exception {
        FakeSource longer = new FakeSource(vertx, request -> request.response().end("x".repeat((1 << 20) + 1)));
        FakeSource text = new FakeSource(vertx, request -> request.response().end("[1]"));
        open(null, longer.url(), text.url());
        event("now", now -> {
            List<String> faults = now.getJsonArray("sources").stream()
                    .map(one -> ((JsonObject) one).getString("fault"))
                    .toList();
            return faults.equals(List.of("its answer exceeds 1 MiB", "its answer is no JSON object"));
        });
    }

    @Test
    void everyFileHasThePolicyAndTheLibrariesAreThere() throws Exception {
        open(null, "http://127.0.0.1:1");
        for (String path :
                List.of("/", "/console.js", "/console.css", "/lib/lit-html.js", "/lib/uplot.js", "/icon.svg")) {
            HttpResponse<String> file = send(request(path));
            assertThat(file.statusCode()).as(path).isEqualTo(200);
            assertThat(file.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for 'script'")
                    .endsWith("trusted-types lit-html");
            assertThat(file.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        }
        assertThat(send(request("/nothing")).statusCode()).isEqualTo(404);
        assertThat(send(request("/../console.js")).statusCode()).isEqualTo(404);
    }

    @Test
    void foreignNamesOriginsAndMethodsAreRefused() throws Exception {
        open(null, "http://127.0.0.1:1");
        assertThat(send(request("/").header("Host", "evil.example")).statusCode())
                .isEqualTo(403);
        assertThat(send(request("/").header("Origin", "http://evil.example")).statusCode())
                .isEqualTo(403);
        assertThat(send(request("/").header("Sec-Fetch-Site", "cross-site")).statusCode())
                .isEqualTo(403);
        assertThat(send(request("/").header("Origin", "http://127.0.0.1:" + console.port()))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(request("/").POST(HttpRequest.BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void thePageBeyondAHundredGets503() throws Exception {
        open(null, "http://127.0.0.1:1");
        List<HttpResponse<InputStream>> pages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pages.add(http.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream()));
        }
        assertThat(pages).allMatch(page -> page.statusCode() == 200);
        assertThat(http.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream())
                        .statusCode())
                .isEqualTo(503);
        pages.get(0).body().close();
        Awaitility.await("the place of a page that was closed").atMost(PATIENCE).until(() -> {
            HttpResponse<InputStream> again =
                    http.send(request("/live").build(), HttpResponse.BodyHandlers.ofInputStream());
            return again.statusCode() == 200;
        });
        for (HttpResponse<InputStream> page : pages) {
            page.body().close();
        }
    }

    @Test
    void aTakenPortIsAFaultOfItsOwn() {
        open(null, "http://127.0.0.1:1");
        ConsoleSettings same = new ConsoleSettings(
                "127.0.0.1",
                console.port(),
                List.of(),
                List.of(SourceName.of("http://127.0.0.1:1", false)),
                null,
                null,
                "stock:",
                "limit:",
                null);
        assertThatThrownBy(() -> RunningConsole.open(same)).isInstanceOf(ConsoleException.class);
    }

    @Test
    void aKeyThatWouldLeaveUnencryptedIsRefused() {
        assertThatThrownBy(() -> open("secret", "http://10.0.0.1:8081"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unencrypted");
    }
}
