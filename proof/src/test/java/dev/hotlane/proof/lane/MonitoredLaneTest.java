package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.monitor.Expression;
import dev.hotlane.proof.monitor.Prometheus;
import dev.hotlane.proof.monitor.PrometheusServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus scrapes a node under load: each expression of each dashboard has an answer, each name its form. */
@Tag("it")
@ExtendWith(RealStack.class)
@EnabledIf(value = "isPrometheusInstalled", disabledReason = Prometheus.ABSENT)
class MonitoredLaneTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int SERIES_MAX = 1_500;

    /** Without those that a slow machine may cause. */
    private static final String FIRING =
            "ALERTS{alertstate=\"firing\",alertname!~\"NothingAnswered|LaneBehind|LaneBusy|FlushOld|ViewOld\"}";

    private final WholeLane on;

    @TempDir
    private Path directory;

    MonitoredLaneTest(Lane lane) {
        on = new WholeLane(lane);
    }

    static boolean isPrometheusInstalled() {
        return Prometheus.isInstalled();
    }

    @AfterEach
    void end() {
        on.close();
    }

    private static String page(LocalPages pages, String path) {
        return pages.get(path).orElseThrow().body();
    }

    private static List<String> objections(PrometheusServer server, String page, List<Expression> of)
            throws IOException {
        List<String> all = new ArrayList<>();
        for (Expression one : of) {
            all.addAll(one.objections(server, page));
        }
        return all;
    }

    @Test
    void everyDashboardHasItsAnswersAndEveryMetricItsForm() throws IOException {
        ProcessorChild node = on.node(0).start("--log-format=json").awaitLeading();
        LocalPages pages = new LocalPages(node.httpPort(), PATIENCE);
        Client client = on.client(node);
        WholeLane.awaitServing(client);
        sell(client);
        Load load = Load.start(client, "seen", 1, 8);
        try (PrometheusServer server = PrometheusServer.start(directory, node.httpPort())) {
            Awaitility.await("answers to the dashboards' expressions")
                    .atMost(PATIENCE)
                    .pollInterval(POLL)
                    .untilAsserted(() -> assertThat(objections(server, page(pages, "/metrics"), Expression.shipped()))
                            .isEmpty());
            String page = page(pages, "/metrics");
            misspelledLabelsAreFound(server, page);
            misspelledMetricsAreFound(server, page);
            assertThat(server.answer(FIRING)).isEmpty();
            assertThat(server.answer("hotlane_build_info{role=\"node\"}")).hasSize(1);
            assertThat(page.lines().filter(line -> !line.startsWith("#")).count())
                    .isLessThan(SERIES_MAX);
            assertThat(Prometheus.objections(Files.writeString(directory.resolve("page"), page)))
                    .isEmpty();
        }
        stats(new JsonObject(page(pages, "/v1/stats")));
        load.stop();
        List<JsonObject> lines = node.process()
                .tail()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("{"))
                .map(JsonObject::new)
                .toList();
        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line.getMap())
                        .containsEntry("lane", on.lane.name())
                        .containsEntry("role", "node")
                        .containsKeys("incarnation", "level", "threadName", "formattedMessage"));
    }

    /** Reservations, refusals of them, a confirm and reads: the calls that the load does not make. */
    private static void sell(Client client) {
        client.call(Call.put("open", "stock:few", 1));
        String body = "{\"lines\":[{\"key\":\"stock:few\",\"quantity\":1}],\"ttlMs\":600000}";
        assertThat(client.call(Call.reserve("order-1", body)).status()).isEqualTo(201);
        assertThat(client.call(Call.reserve("order-2", body)).code()).isEqualTo("INSUFFICIENT");
        assertThat(client.call(Call.change("paid-1", "order-1", "confirm", null))
                        .status())
                .isEqualTo(200);
        assertThat(client.call(Call.read("stock:few")).status()).isEqualTo(200);
    }

    private static void misspelledLabelsAreFound(PrometheusServer server, String page) throws IOException {
        for (Expression one : Expression.shipped()) {
            for (String label : List.of("class=", "route=", "verdict=", "code!=", "by (code)", "by (route)")) {
                if (one.text().contains(label)) {
                    String wrong = one.text().replace(label, label.replaceFirst("(!?=|\\))$", "x$1"));
                    assertThat(new Expression(wrong, one.legend()).objections(server, page))
                            .as(wrong)
                            .isNotEmpty();
                }
            }
        }
    }

    private static void misspelledMetricsAreFound(PrometheusServer server, String page) throws IOException {
        for (Expression one : Expression.shipped()) {
            String wrong = one.text().replaceFirst("hotlane_", "hotlane_x");
            assertThat(new Expression(wrong, one.legend()).objections(server, page))
                    .as(wrong)
                    .isNotEmpty();
        }
    }

    /** The processor's port of a node shows the processor's counts, and the gateway's within them. */
    private static void stats(JsonObject stats) {
        assertThat(stats.getString("role")).isEqualTo("node");
        assertThat(figure(stats, "counters", "hotlane_commands", "confirm OK")).isEqualTo(1);
        assertThat(figure(stats, "gauges", "hotlane_leading", null)).isEqualTo(1);
        JsonObject gateway = stats.getJsonObject("gateway");
        assertThat(gateway.getJsonArray("answers"))
                .contains(new JsonObject()
                        .put("route", "reserve")
                        .put("code", "INSUFFICIENT")
                        .put("count", 1));
        assertThat(gateway.getJsonObject("hotKeys").getJsonArray("keys")).isNotEmpty();
    }

    private static double figure(JsonObject stats, String kind, String name, String labels) {
        JsonArray all = stats.getJsonArray(kind);
        return all.stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("name").equals(name))
                .filter(one -> labels == null || one.getString("labels").equals(labels))
                .mapToDouble(one -> one.getDouble("value"))
                .sum();
    }
}
