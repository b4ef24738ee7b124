package dev.hotlane.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.jmh.peers.PeerKind;
import dev.hotlane.jmh.peers.front.PeerFront;
import dev.hotlane.jmh.peers.front.PeerPlace;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rival that prepares its statement anew for each sale pays a round trip more than its authors would. */
@Tag("it")
class PreparedOnceTest {
    private static final int SALES = 1_000;
    private static final int CONNECTIONS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static DevStack stack;

    @BeforeAll
    static void start() {
        stack = DevStack.start(DevStackSettings.temporary());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = PeerKind.class,
            names = {"A", "B", "C", "G1", "G2", "G3", "G4"})
    void preparesOnceAConnection(PeerKind kind) throws Exception {
        String database = "prepared_" + kind.code();
        stack.createDatabase(database);
        PeerPlace place = new PeerPlace(
                stack.jdbcUrl(database), stack.user(), stack.password(), stack.bootstrapServers(), 0, PATIENCE);
        try (PeerFront front = PeerFront.start(0, vertx -> kind.open(vertx, place))) {
            new SoldCounters(front.port()).put("hot", 1_000_000);
            long before = prepared();
            LoadResult result = HttpLoad.run(LoadSettings.closed(front.port(), CONNECTIONS, PATIENCE, new Sales("hot"))
                    .withRequests(0, SALES));
            assertThat(result.all().ok()).isEqualTo(SALES);
            // Some statements for each of 50 connections at most.
            assertThat(prepared() - before).isPositive().isLessThan(SALES / 2);
        }
    }

    private static long prepared() throws SQLException {
        try (Connection connection = DriverManager.getConnection(stack.jdbcUrl(), stack.user(), stack.password());
                Statement sql = connection.createStatement();
                ResultSet row = sql.executeQuery("SHOW GLOBAL STATUS LIKE 'Com_stmt_prepare'")) {
            row.next();
            return row.getLong(2);
        }
    }
}
