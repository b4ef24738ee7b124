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

/** A real browser runs the guide's script: it shows stock, and goes on by itself after the gateway was started again. */
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
                WrittenView view = new WrittenView(on, LOADED)) {
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
            }
            try (Browser closing = browser;
                    GatewayLane again =
                            GatewayLane.startOn(on, usual -> settings(usual, view, reach, port), view.script())) {
                assertThat(closing).isNotNull();
                await().atMost(PATIENCE).until(() -> again.meter("hotlane_view_sequence") == LOADED + 1);
                view.pack(LOADED + 1, LOADED + 2, Map.of("stock:phone", 3L));
                JsonArray told = page.told().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                assertThat(told.encode()).isEqualTo("[[\"stock:case\",7],[\"stock:phone\",3]]");
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
        return ("<!doctype html><script>" + script.replace("\"/v1/watch", "\"" + gateway + "/v1/watch") + """
                const set = shown.set.bind(shown);
                shown.set = (key, value) => {
                  set(key, value);
                  if (shown.size === 2 && shown.get("stock:phone") === 3) {
                    fetch("/done", { method: "POST", body: JSON.stringify([...shown].sort()) });
                  }
                };
                </script>""")
                .getBytes(StandardCharsets.UTF_8);
    }
}
