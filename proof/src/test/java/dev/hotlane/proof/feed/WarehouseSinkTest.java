package dev.hotlane.proof.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.protocol.TopicSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stock Kafka Connect with Debezium's JDBC sink keeps a table equal to the topic of counters, through a kill -9. */
@Tag("it")
@ExtendWith(RealStack.class)
class WarehouseSinkTest {
    private static final Duration EQUAL_MAX = Duration.ofMinutes(2);

    @Test
    void theTableEqualsTheCountersAlsoAfterTheWorkerWasKilled(Lane lane) throws Exception {
        long seed = Long.getLong("seed", 1);
        System.out.println("-Dseed=" + seed);
        Stack stack = lane.stack();
        String topic = lane.name() + ".counters";
        try (TopicAdmin admin = new TopicAdmin(stack.connection())) {
            admin.create(new TopicSpec(topic, 1, Map.of("cleanup.policy", "compact")), 1);
        }
        sql(lane, Files.readString(Path.of("../docs/examples/feed/warehouse.sql")));
        Map<String, String> lines = Map.of(
                "name", lane.name(),
                "topics", topic,
                "connection.url", lane.jdbcUrl(),
                "connection.username", stack.user(),
                "connection.password", stack.password());
        try (ScriptedFeed feed = new ScriptedFeed(stack.connection(), topic, seed);
                ConnectWorker worker = new ConnectWorker(stack, lane.name(), lines)) {
            feed.cut();
            worker.start();
            for (int i = 0; i < 20; i++) {
                feed.cut();
            }
            Awaitility.await("rows").atMost(EQUAL_MAX).until(() -> !rows(lane).isEmpty());
            worker.kill9();
            for (int i = 0; i < 20; i++) {
                feed.cut();
            }
            worker.start();
            awaitEqual(lane, worker, feed);
            for (int i = 0; i < 20; i++) {
                feed.cut();
            }
            awaitEqual(lane, worker, feed);
        }
    }

    private static void awaitEqual(Lane lane, ConnectWorker worker, ScriptedFeed feed) {
        Awaitility.await("the table").atMost(EQUAL_MAX).untilAsserted(() -> {
            worker.requireRunning();
            assertThat(rows(lane)).isEqualTo(new TreeMap<>(feed.values()));
        });
    }

    private static Map<String, Long> rows(Lane lane) throws SQLException {
        Map<String, Long> found = new TreeMap<>();
        try (Connection connection = connection(lane);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT `key`, `value` FROM counters")) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getLong(2));
            }
        }
        return found;
    }

    private static void sql(Lane lane, String text) throws SQLException {
        try (Connection connection = connection(lane);
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private static Connection connection(Lane lane) throws SQLException {
        return DriverManager.getConnection(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }
}
