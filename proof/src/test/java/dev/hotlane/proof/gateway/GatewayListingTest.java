package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Counters by prefix from a real MySQL; a fault of MySQL affects only their list. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class GatewayListingTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]*)\"");
    private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");

    private final Lane on;

    GatewayListingTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void makeTheCheckpoint() throws SQLException {
        Checkpoint checkpoint = new Checkpoint(FlushSettings.of(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster", "topic"));
        sql("UPDATE hl_meta SET next_offset = 25, sequence_base = 100, log_time = 1800000000000");
    }

    private void sql(String statement, Object... arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < arguments.length; i++) {
                prepared.setObject(i + 1, arguments[i]);
            }
            prepared.executeUpdate();
        }
    }

    private void counter(String key, long value, long held, long confirmed, long version) throws SQLException {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        sql("INSERT INTO hl_counter VALUES (?, ?, ?, ?, ?)", bytes, value, version, held, confirmed);
    }

    private GatewayLane gateway() throws Exception {
        return GatewayLane.startListing(on, Scripts.success());
    }

    @Test
    void listsCountersOfAPrefixAsOfAnOffset() throws Exception {
        counter("stock:b", 8, 2, -1, 18);
        counter("stock:a\u00e4", Long.MIN_VALUE, 0, 0, 14);
        counter("stock:gone", 0, 3, 0, 0);
        counter("stock:rl", 1_800_000_000_000_000_000L, 0, 0, -20);
        counter("stocl", 1, 0, 0, 1);
        counter("stock", 1, 0, 0, 1);
        try (GatewayLane lane = gateway()) {
            HttpResponse<String> page = lane.get("/v1/counters?prefix=stock%3A");
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            assertThat(page.body())
                    .isEqualTo("{\"counters\":["
                            + "{\"key\":\"stock:a\u00e4\",\"value\":-9223372036854775808,\"held\":0,\"confirmed\":0,"
                            + "\"version\":14},"
                            + "{\"key\":\"stock:b\",\"value\":8,\"held\":2,\"confirmed\":-1,\"version\":18},"
                            + "{\"key\":\"stock:rl\",\"value\":1800000000000000000,\"held\":0,\"confirmed\":0,"
                            + "\"version\":20,\"bucket\":true}],\"offset\":125,\"time\":1800000000000}");
            assertThat(lane.get("/v1/counters?prefix=none").body())
                    .isEqualTo("{\"counters\":[],\"offset\":125,\"time\":1800000000000}");
            assertThat(lane.get("/v1/counters?a=b").statusCode()).isEqualTo(400);
            assertThat(lane.get("/v1/counters?limit=1001").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void goesThroughAllPagesByTheirCursors() throws Exception {
        List<String> expected =
                IntStream.range(0, 23).mapToObj(i -> "k" + (char) ('a' + i)).toList();
        for (String key : expected) {
            counter(key, 1, 0, 0, 1);
        }
        try (GatewayLane lane = gateway()) {
            List<String> found = new ArrayList<>();
            List<Integer> sizes = new ArrayList<>();
            String path = "/v1/counters?prefix=k&limit=5";
            for (String next = path; next != null; ) {
                String page = lane.get(next).body();
                List<String> keys =
                        KEY.matcher(page).results().map(match -> match.group(1)).toList();
                found.addAll(keys);
                sizes.add(keys.size());
                Matcher cursor = CURSOR.matcher(page);
                next = cursor.find() ? path + "&cursor=" + cursor.group(1) : null;
            }
            assertThat(found).isEqualTo(expected);
            assertThat(sizes).containsExactly(5, 5, 5, 5, 3);
            assertThat(lane.get("/v1/counters?prefix=k&limit=23").body()).doesNotContain("cursor");
        }
    }

    @Test
    void saysSoWhenMySqlIsAwayAndHealsByItself() throws Exception {
        counter("a", 1, 0, 0, 1);
        try (GatewayLane lane = gateway()) {
            assertThat(lane.get("/v1/counters").statusCode()).isEqualTo(200);

            on.stack().mysql().kill9();
            expectUnavailable(lane.get("/v1/counters"), "which does not give them now");
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            assertThat(lane.get("/readyz").statusCode()).isEqualTo(200);

            on.stack().mysql().restart();
            await().atMost(SOON).until(() -> lane.get("/v1/counters").statusCode() == 200);

            on.stack().mysql().suspend();
            expectUnavailable(lane.get("/v1/counters"), "which does not give them now");
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            on.stack().mysql().resume();
            await().atMost(SOON).until(() -> lane.get("/v1/counters").statusCode() == 200);
        } finally {
            on.stack().mysql().resume();
            on.stack().mysql().start();
        }
    }

    @Test
    void worksWithoutADatabaseButForTheList() throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success())) {
            expectUnavailable(lane.get("/v1/counters"), "started without a database");
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            assertThat(lane.get("/v1/counters/a").statusCode()).isEqualTo(200);
        }
    }

    private static void expectUnavailable(HttpResponse<String> response, String why) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("retry-after")).hasValue("1");
        assertThat(response.body())
                .contains("\"code\":\"UNAVAILABLE\"", why, "POST /v1/counters/query")
                .doesNotContain("jdbc", "127.0.0.1", "mysql:");
    }
}
