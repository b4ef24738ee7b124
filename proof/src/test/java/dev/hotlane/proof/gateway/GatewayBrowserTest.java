package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.Reach;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A real browser with a page of another origin, which tries each call that writes in all ways that a page has. */
@Tag("it")
@ExtendWith(RealStack.class)
@EnabledIf(value = "isChromiumInstalled", disabledReason = "no Chromium is installed")
class GatewayBrowserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir(cleanup = CleanupMode.NEVER)
    Path directory;

    private final WebPage page = new WebPage();
    private GatewayLane lane;
    private Path chromium;

    GatewayBrowserTest() throws Exception {}

    static boolean isChromiumInstalled() {
        return Browser.installed().isPresent();
    }

    @BeforeEach
    void start(Lane on) throws Exception {
        chromium = Browser.installed().orElseThrow();
        Reach reach = new Reach(List.of(), List.of(page.origin("localhost")));
        lane = GatewayLane.startReached(on, reach, Scripts.success());
    }

    @AfterEach
    void stop() {
        page.close();
        if (lane != null) {
            lane.close();
        }
    }

    @Test
    void aPageOfAnotherOriginWritesNothing() throws Exception {
        requireNothingIsWritten(page.origin("127.0.0.1"), "http://127.0.0.1:" + lane.gateway.port());
    }

    /**
     * Goal: a page whose name resolves to this machine (DNS rebinding) writes nothing, even if it calls the gateway by
     * that name.
     */
    @Test
    void aPageWhoseNameWasPointedHereWritesNothing() throws Exception {
        requireNothingIsWritten(page.origin("evil.example"), "http://evil.example:" + lane.gateway.port());
    }

    /** Runs a page's attempts, each of which is one request that the gateway refuses. */
    private void requireNothingIsWritten(String origin, String gateway) throws Exception {
        long before = lane.commandsEnd();
        double refusedBefore = refused();
        JsonArray posted = open(origin + "/?gateway=" + gateway);

        assertThat(posted).hasSizeGreaterThan(120);
        Awaitility.await("each attempt to be refused")
                .atMost(PATIENCE)
                .until(() -> refused() - refusedBefore >= posted.size());
        assertThat(outcomes(posted)).doesNotContainKeys("200", "201");
        // Chromium sends a request again after a 421.
        assertThat(refused() - refusedBefore).isIn((double) posted.size(), 2.0 * posted.size());
        assertThat(lane.commandsEnd()).as("nothing was published").isEqualTo(before);
    }

    /** The check can fail: the same page writes in the same ways once its origin is allowed. */
    @Test
    void aPageOfAnAllowedOriginWrites() throws Exception {
        long before = lane.commandsEnd();
        String gateway = "http://127.0.0.1:" + lane.gateway.port();
        JsonArray posted = open(page.origin("localhost") + "/?allowed&gateway=" + gateway);

        // 504: the scripted processor does not answer reservations. All are in the log.
        assertThat(outcomes(posted)).containsOnlyKeys("200", "504");
        assertThat(lane.commandsEnd() - before).isEqualTo(posted.size());
    }

    private JsonArray open(String url) throws Exception {
        Browser browser = Browser.open(chromium, directory, url);
        try {
            return page.posted().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            browser.close();
        }
    }

    private double refused() {
        return lane.get("/metrics")
                .body()
                .lines()
                .filter(meter -> meter.startsWith("hotlane_gateway_answers") && !meter.contains("\"OK\""))
                .mapToDouble(meter -> Double.parseDouble(meter.substring(meter.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static Map<String, Integer> outcomes(JsonArray posted) {
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < posted.size(); i++) {
            JsonObject attempt = posted.getJsonObject(i);
            outcomes.merge(attempt.getString("outcome"), 1, Integer::sum);
        }
        return outcomes;
    }
}
