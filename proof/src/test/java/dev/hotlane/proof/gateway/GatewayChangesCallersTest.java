package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What callers with grants get of a stream of changes, and when their access ends. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayChangesCallersTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String HOLD =
            "{\"id\":\"o1\",\"tenant\":\"acme\",\"state\":\"held\",\"owner\":\"u1\",\"lines\":[{\"key\":\"stock:a\",\"quantity\":1}],"
                    + "\"limits\":[]}";

    private final Lane on;
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Map<String, String> principals = new LinkedHashMap<>();
    private WrittenFeed feed;
    private GatewayLane lane;

    @TempDir
    private Path directory;

    GatewayChangesCallersTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void start() throws Exception {
        feed = new WrittenFeed(on);
        principal("stock", "acme", "\"keys\":[\"stock:\"]", "");
        principal("holds", "acme", "\"keys\":[\"none:\"],\"holds\":\"tenant\"", "");
        principal("rival", "rival", "\"keys\":[\"none:\"],\"holds\":\"tenant\"", "");
        principal(
                "one",
                "acme",
                "\"keys\":[\"stock:\"]",
                ",\"rate\":{\"perSecond\":1000,\"burst\":1000,\"inFlight\":9,\"streams\":1}");
        write();
        lane = GatewayLane.start(
                on,
                usual -> usual.withHttp(
                        usual.http().withAccess(new AccessSettings(directory.resolve("principals.json")))),
                Scripts.success());
    }

    @AfterEach
    void end() {
        lane.close();
        feed.close();
    }

    private void principal(String name, String tenant, String grant, String more) {
        String key = keys.computeIfAbsent(name, none -> KeyText.make());
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        principals.put(
                name,
                "{\"name\":\"" + name + "\",\"tenant\":\"" + tenant + "\",\"keys\":[{\"id\":\"" + entry.id()
                        + "\",\"sha256\":\"" + HexFormat.of().formatHex(entry.sha256())
                        + "\"}],\"grants\":[{\"verbs\":[\"read\"]," + grant + "}]" + more + "}");
    }

    private void write() throws IOException {
        String text = "{\"principals\":[" + String.join(",", principals.values()) + "]}";
        Path next = Files.writeString(directory.resolve("next.json"), text);
        Files.move(
                next,
                directory.resolve("principals.json"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private ChangesClient open(String name, String query) throws Exception {
        return ChangesClient.open(lane.gateway.port(), query, "Authorization", "Bearer " + keys.get(name));
    }

    private HttpResponse<String> get(String name, String query) {
        return lane.get("/v1/changes" + query, "Authorization", "Bearer " + keys.get(name));
    }

    @Test
    void eachGetsThePartsThatItsReadsWouldShow() throws Exception {
        String counters = WrittenFeed.counter("stock:a", 1) + "," + WrittenFeed.counter("limit:u1", 1);
        String head = ",\"id\":\"o1\",\"tenant\":\"acme\"";
        feed.cut(
                3,
                WrittenFeed.change(1, "reservation", head, counters, HOLD),
                WrittenFeed.transaction(2, "cash:1", 4),
                WrittenFeed.change(3, "expiry", "", WrittenFeed.counter("limit:u2", 1), ""));
        try (ChangesClient stock = open("stock", "?from=0");
                ChangesClient holds = open("holds", "?from=0");
                ChangesClient rival = open("rival", "?from=0")) {
            assertThat(stock.until(3))
                    .containsExactly(new ChangesClient.Event(
                            "change",
                            on.name() + ":1",
                            WrittenFeed.change(
                                    1, "reservation", ",\"tenant\":\"acme\"", WrittenFeed.counter("stock:a", 1), "")));
            assertThat(holds.until(3))
                    .containsExactly(new ChangesClient.Event(
                            "change", on.name() + ":1", WrittenFeed.change(1, "reservation", head, "", HOLD)));
            assertThat(rival.until(3)).isEmpty();
            assertThat(rival.lastId).isEqualTo(on.name() + ":3");
        }
    }

    @Test
    void whatACallerMayNotReadIsForbidden() throws Exception {
        assertThat(lane.get("/v1/changes").statusCode()).isEqualTo(401);
        for (String query : List.of("?prefix=cash%3A", "?prefix=s", "?owner=u1")) {
            HttpResponse<String> refused = get("stock", query);
            assertThat(refused.statusCode()).as(query).isEqualTo(403);
            assertThat(refused.body()).contains("\"code\":\"FORBIDDEN\"");
        }
        feed.cut(1, WrittenFeed.transaction(1, "stock:a", 1));
        try (ChangesClient stock = open("stock", "?from=0&prefix=stock%3Aa")) {
            assertThat(ChangesClient.sequences(stock.until(1))).containsExactly(1L);
        }
    }

    @Test
    void aCallerHasAsManyStreamsAsItMayHaveAndLosesThemWithItsKey() throws Exception {
        feed.cut(1, WrittenFeed.transaction(1, "stock:a", 1));
        try (ChangesClient first = open("one", "?from=0")) {
            first.until(1);
            HttpResponse<String> second = get("one", "");
            assertThat(second.statusCode()).isEqualTo(429);
            assertThat(second.body()).contains("\"code\":\"QUOTA_EXCEEDED\"", "streams");
            principals.remove("one");
            write();
            assertThat(first.ends()).isTrue();
        }
        await().atMost(SOON).until(() -> get("one", "").statusCode() == 401);
    }
}
