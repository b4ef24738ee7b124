package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.gateway.settings.Reach;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonArray;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real browser runs the guide's script: it shows stock, and goes on by itself after the gateway was started again. Beside it
 * the browser's own EventSource reads a stream of changes, each once.
 */
@Tag("it")
@ExtendWith(RealStack.class)
@EnabledIf(value = "isChromiumInstalled", disabledReason = "no Chromium is installed")
class GatewayWatchBrowserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final long LOADED = 1_000_000;

    @TempDir(cleanup = CleanupMode.NEVER)
    Path directory;

    static boolean isChromiumInstalled() {
        return Browser.installed().isPresent();
    }

    @Test
    void theGuidesScriptShowsStockAndResumes(Lane on) throws Exception {
        int port = Ports.free();
        try (WebPage page = new WebPage(page("http://127.0.0.1:" + port));
                WrittenFeed feed = new WrittenFeed(on);
                WrittenView view = new WrittenView(on, LOADED)) {
            feed.cut(3, WrittenFeed.transaction(1, "stock:phone", 5), WrittenFeed.transaction(2, "other", 1));
            view.row("stock:phone", 5, 3);
            view.row("stock:case", 7, 4);
            Reach reach = new Reach(List.of(), List.of(page.origin("localhost")));
            Browser browser;
            try (GatewayLane lane = GatewayLane.start(on, usual -> settings(usual, view, reach, port), view.script())) {
                await().atMost(PATIENCE).until(() -> lane.meter("hotlane_view_sequence") == LOADED);
                browser = Browser.open(Browser.installed().orElseThrow(), directory, page.origin("localhost") + "/");
                await().atMost(PATIENCE).until(() -> lane.meter("hotlane_watch_events_total") == 2);
                view.pack(LOADED, LOADED + 1, Map.of("stock:phone", 4L));
                await().atMost(PATIENCE).until(() -> lane.meter("hotlane_watch_events_total") == 3);
                feed.cut(5, WrittenFeed.transaction(4, "stock:phone", 4), WrittenFeed.transaction(5, "stock:case", 7));
                await().atMost(PATIENCE).until(() -> lane.meter("hotlane_changes_events_total") == 3);
            }
            try (Browser closing = browser;
                    GatewayLane again =
                            GatewayLane.startOn(on, usual -> settings(usual, view, reach, port), view.script())) {
                assertThat(closing).isNotNull();
                await().atMost(PATIENCE).until(() -> again.meter("hotlane_view_sequence") == LOADED + 1);
                view.pack(LOADED + 1, LOADED + 2, Map.of("stock:phone", 3L));
                feed.cut(8, WrittenFeed.transaction(7, "stock:phone", 3), WrittenFeed.transaction(8, "other", 2));
                feed.cut(9, WrittenFeed.transaction(9, "stock:case", 6));
                JsonArray posted = page.posted().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(posted.encode()).isEqualTo("[[[\"stock:case\",7],[\"stock:phone\",3]],[1,4,5,7,9]]");
            }
        }
    }

    private static GatewaySettings settings(GatewaySettings usual, WrittenView view, Reach reach, int port) {
        HttpSettings http = usual.http();
        return view.viewed(usual, ViewSettings.usual())
                .withHttp(new HttpSettings(
                        http.host(), port, http.eventLoops(), http.transport(), reach, http.access(), http.tls()));
    }

    /** The script of the guide, and what reports its last state. */
    private static byte[] page(String gateway) throws Exception {
        String guide = Files.readString(Path.of("../docs/guide.md"));
        int start = guide.indexOf("```js\n") + "```js\n".length();
        String script = guide.substring(start, guide.indexOf("```", start));
        assertThat(script).contains("\"/v1/watch?key=stock:phone&key=stock:case\"");
        return ("<!doctype html><script>" + script.replace("\"/v1/watch", "\"" + gateway + "/v1/watch")
                        + """
                        const set = shown.set.bind(shown);
                        const sequences = [];
                        const report = () => {
                          if (shown.size === 2 && shown.get("stock:phone") === 3 && sequences.includes(9)) {
                            fetch("/done", { method: "POST", body: JSON.stringify([[...shown].sort(), sequences]) });
                          }
                        };
                        shown.set = (key, value) => {
                          set(key, value);
                          report();
                        };
                        const open = () => {
                          const from = sequences[sequences.length - 1] || 0;
                          const changes = new EventSource("%s/v1/changes?prefix=stock:&from=" + from);
                          changes.addEventListener("change", event => {
                            sequences.push(JSON.parse(event.data).seq);
                            report();
                          });
                          // A browser gives up on 503, which a gateway may answer while it starts.
                          changes.addEventListener("error", () => {
                            if (changes.readyState === EventSource.CLOSED) setTimeout(open, 500);
                          });
                        };
                        open();
                        </script>\
                        """.formatted(gateway))
                .getBytes(StandardCharsets.UTF_8);
    }
}
