package dev.hotlane.infra.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.processor.ProcessorSettings.Http;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.status.FigurePages;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a gateway's admin port, beside a gateway whose log is in memory. */
class AdminPortTest {
    private static final Duration PAGE_MAX = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final StandingGateway standing = new StandingGateway();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        standing.close();
    }

    private FigurePages pages() {
        return AdminPort.pages(standing.gateway().parts());
    }

    private AdminPort open(Path principals) {
        return new AdminPort(new Http("127.0.0.1", 0, List.of(), null, principals), pages());
    }

    private static int code(AdminPort port, String path) {
        return new LocalPages(port.port(), PAGE_MAX)
                .get(path)
                .map(HttpResponse::statusCode)
                .orElse(-1);
    }

    private static String body(LocalPages pages, String path) {
        return pages.get(path).orElseThrow().body();
    }

    @Test
    void showsWhatThePortForCallersShows() {
        try (AdminPort port = open(null)) {
            LocalPages admin = new LocalPages(port.port(), PAGE_MAX);
            LocalPages callers = standing.callers(PAGE_MAX);
            assertThat(body(admin, "/v1/status"))
                    .startsWith("{\"role\":\"gateway\"")
                    .isEqualTo(body(callers, "/v1/status"));
            assertThat(body(admin, "/v1/stats")).contains("\"role\":\"gateway\"", "\"hotKeys\"");
            assertThat(admin.metric("hotlane_gateway_answers_total{code=\"OK\",route=\"status\"}"))
                    .isPresent();
            assertThat(code(port, "/v1/counters/a")).isEqualTo(404);
        }
    }

    @Test
    void isNotReadyBeforeThePortForCallersIsOpenNorWithoutALane() {
        try (AdminPort port = open(null)) {
            LocalPages admin = new LocalPages(port.port(), PAGE_MAX);
            assertThat(code(port, "/healthz")).isEqualTo(200);
            assertThat(code(port, "/readyz?of=self")).isEqualTo(503);
            assertThat(body(admin, "/readyz?of=self")).contains("the port for callers is not open yet");
            standing.gateway().parts().health().opened();
            assertThat(code(port, "/readyz?of=self")).isEqualTo(200);
            assertThat(code(port, "/readyz")).isEqualTo(503);
            assertThat(body(admin, "/readyz")).contains("no processor has been heard yet");
            assertThat(code(port, "/readyz?of=lane")).isEqualTo(400);
            standing.gateway().parts().health().leave();
            assertThat(code(port, "/readyz?of=self")).isEqualTo(503);
            assertThat(code(port, "/healthz")).isEqualTo(200);
        }
    }

    @Test
    void figuresNeedTheVerbObserveAndHealthNeedsNone() throws Exception {
        String observer = KeyText.make();
        String buyer = KeyText.make();
        Path principals = Files.writeString(
                directory.resolve("principals.json"),
                "{\"principals\":[" + principal("watch", observer, "observe") + "," + principal("ops", buyer, "operate")
                        + "]}");
        try (AdminPort port = open(principals)) {
            assertThat(code(port, "/healthz")).isEqualTo(200);
            assertThat(code(port, "/readyz")).isEqualTo(503);
            for (String path : List.of("/metrics", "/v1/status", "/v1/stats")) {
                assertThat(code(port, path)).as(path).isEqualTo(401);
                assertThat(codeBy(buyer, port, path)).as(path).isEqualTo(403);
                assertThat(codeBy(observer, port, path)).as(path).isEqualTo(200);
            }
        }
    }

    private static String principal(String name, String key, String verb) {
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        return "{\"name\":\"" + name + "\",\"keys\":[{\"id\":\"" + entry.id() + "\",\"sha256\":\""
                + HexFormat.of().formatHex(entry.sha256()) + "\"}],\"grants\":[{\"verbs\":[\"" + verb + "\"]}]}";
    }

    private static int codeBy(String key, AdminPort port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + path))
                .header("Authorization", "Bearer " + key)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void everyPageIsAnsweredWhileTheEventLoopStands() throws Exception {
        standing.gateway().parts().health().opened();
        try (AdminPort port = open(null)) {
            standing.stand();
            assertThat(standing.callers(SOON).get("/healthz")).isEmpty();
            for (String path :
                    List.of("/healthz", "/readyz", "/readyz?of=self", "/metrics", "/v1/status", "/v1/stats")) {
                assertThat(code(port, path)).as(path).isEqualTo(200);
            }
        }
    }

    /** The check above finds a health that an event loop answers. */
    @Test
    void aHealthThatIsThatOfThePortForCallersIsFound() throws Exception {
        FigurePages pages = pages();
        BooleanSupplier asked = () -> standing.callers(SOON).get("/healthz").isPresent();
        FigurePages planted = new FigurePages(asked, pages.fault(), pages.metrics(), pages.status(), pages.stats());
        try (AdminPort port = new AdminPort(new Http("127.0.0.1", 0, List.of(), null, null), planted)) {
            assertThat(code(port, "/healthz")).isEqualTo(200);
            standing.stand();
            assertThat(code(port, "/healthz")).isEqualTo(503);
        }
    }

    @Test
    void aPortThatIsTakenIsOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Http http = new Http("127.0.0.1", taken.getLocalPort(), List.of(), null, null);
            assertThatThrownBy(() -> new AdminPort(http, pages()))
                    .isInstanceOfSatisfying(
                            HaltReason.class, halt -> assertThat(halt.code()).isEqualTo(ExitCode.SURROUNDINGS))
                    .hasMessageContaining("can't listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }
}
