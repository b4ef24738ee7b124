package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.listing.PageRequest;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the console's Sale reads from a real MySQL: stock keys without limits, and limits in groups. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class SaleListingTest {
    private static final String LIMIT_KEYS_MAX = "100001";

    private final Lane on;
    private final CounterListing listing;

    SaleListingTest(Lane on) {
        this.on = on;
        listing = new CounterListing(new MySqlSettings(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
    }

    @BeforeEach
    void makeTheCheckpoint() throws SQLException {
        Checkpoint checkpoint = new Checkpoint(FlushSettings.of(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster", "topic"));
        sql("UPDATE hl_meta SET log_time = 1800000000000");
    }

    @AfterEach
    void end() {
        listing.close();
    }

    private void sql(String... statements) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD)) {
            for (String each : statements) {
                try (PreparedStatement statement = connection.prepareStatement(each)) {
                    statement.executeUpdate();
                }
            }
        }
    }

    private void counter(String key, long value, long held, long confirmed) throws SQLException {
        sql("INSERT INTO hl_counter VALUES ('" + key + "', " + value + ", 7, " + held + ", " + confirmed + ")");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonObject read(CompletableFuture<byte[]> answer) throws Exception {
        return Buffer.buffer(answer.get(30, TimeUnit.SECONDS)).toJsonObject();
    }

    private JsonObject limits() throws Exception {
        return read(listing.limits(bytes("stock:"), bytes("limit:")));
    }

    private static List<String> texts(JsonObject page, String list) {
        return page.getJsonArray(list).stream()
                .map(row -> ((JsonObject) row).encode().replace("\"", ""))
                .toList();
    }

    private List<String> stock(int most) throws Exception {
        return read(listing.stock(PageRequest.under(bytes("stock:"), most))).getJsonArray("counters").stream()
                .map(row -> ((JsonObject) row).getString("key"))
                .toList();
    }

    @Test
    void limitsUnderThePrefixOfTheStockTakeNoPlaceOfAStockKey() throws Exception {
        for (int i = 0; i < 250; i++) {
            counter("stock:a:limit:u" + i, 1, i % 2 == 0 ? -1 : 0, i % 2 == 0 ? 0 : -1);
        }
        counter("stock:b", 5, 0, 0);
        counter("stock:c", 5, 2, 1);
        assertThat(stock(200)).containsExactly("stock:b", "stock:c");
        assertThat(texts(limits(), "rows")).containsExactly("{key:stock:a:limit:,keys:250,held:125,confirmed:125}");
    }

    @Test
    void limitsAreCountedByTheirKeyUpToTheLastColon() throws Exception {
        counter("limit:phone:u1", 3, -2, -1);
        counter("limit:phone:u2", 4, 0, -4);
        counter("limit:u3", 1, -1, 0);
        counter("limit:phone:\u00e4:u4", 1, -1, 0);
        counter("limit:unused", 9, 0, 0);
        counter("limiu", 1, -1, 0);
        counter("stock:a", 5, 2, 1);
        JsonObject found = limits();
        assertThat(texts(found, "rows"))
                .containsExactly(
                        "{key:limit:,keys:1,held:1,confirmed:0}",
                        "{key:limit:phone:,keys:2,held:2,confirmed:5}",
                        "{key:limit:phone:\u00e4:,keys:1,held:1,confirmed:0}");
        assertThat(found.getLong("time")).isEqualTo(1_800_000_000_000L);
        assertThat(found.getBoolean("more")).isFalse();
        assertThat(texts(read(listing.limits(bytes("lim"), bytes("none"))), "rows"))
                .as("a key without a colon")
                .first()
                .isEqualTo("{key:,keys:1,held:1,confirmed:0}");
        assertThat(read(listing.limits(bytes("x"), bytes("y"))).getJsonArray("rows"))
                .isEmpty();
    }

    @Test
    void moreThanFiftyGroupsOrAHundredThousandLimitsAreCutAndReportedAsMore() throws Exception {
        for (int i : IntStream.range(0, 51).toArray()) {
            counter("limit:" + (char) ('A' + i) + ":u1", 1, -1, 0);
        }
        JsonObject groups = limits();
        assertThat(groups.getJsonArray("rows")).hasSize(50);
        assertThat(groups.getBoolean("more")).isTrue();
        sql(
                "DELETE FROM hl_counter",
                "SET SESSION cte_max_recursion_depth = 200000",
                "INSERT INTO hl_counter WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < "
                        + LIMIT_KEYS_MAX + ") SELECT CONCAT('limit:many:u', i), 1, 7, -1, 0 FROM n");
        long begun = System.nanoTime();
        JsonObject keys = limits();
        System.out.printf("100,001 limits were counted in %,d ms%n", (System.nanoTime() - begun) / 1_000_000);
        assertThat(keys.getBoolean("more")).isTrue();
        sql("DELETE FROM hl_counter WHERE k = 'limit:many:u1'");
        assertThat(texts(limits(), "rows")).containsExactly("{key:limit:many:,keys:100000,held:100000,confirmed:0}");
        assertThat(limits().getBoolean("more")).isFalse();
    }
}
