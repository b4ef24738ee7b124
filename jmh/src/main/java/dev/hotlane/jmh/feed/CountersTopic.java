package dev.hotlane.jmh.feed;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares the topic of counters, as its readers see it, with the counters in MySQL, once both have all. One thread. */
final class CountersTopic {
    private static final String ROWS =
            "SELECT CONVERT(k USING utf8mb4), value, held, confirmed, version FROM hl_counter";

    private record Numbers(long value, long held, long confirmed, long version) {}

    private CountersTopic() {}

    /** What differs, among the keys with that prefix; empty if nothing does. */
    static List<String> differences(BenchLane lane, String prefix) {
        Map<String, Numbers> published = published(lane);
        List<String> faults = new ArrayList<>();
        long wrong = 0;
        try (Connection connection = DriverManager.getConnection(
                        lane.stack().jdbcUrl(),
                        lane.stack().user(),
                        lane.stack().password());
                Statement statement = connection.createStatement()) {
            // Row by row: a lane of this bench has millions of buyers.
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(ROWS)) {
                while (rows.next()) {
                    String key = rows.getString(1);
                    Numbers stored = new Numbers(rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getLong(5));
                    wrong += key.startsWith(prefix) && !stored.equals(published.remove(key)) ? 1 : 0;
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("MySQL did not list the counters: " + e.getMessage(), e);
        }
        if (wrong + published.size() > 0) {
            faults.add(String.format(
                    Locale.ROOT,
                    "of the counters %,d are not in the topic as MySQL has them, and the topic has %,d more",
                    wrong,
                    published.size()));
        }
        return faults;
    }

    private static Map<String, Numbers> published(BenchLane lane) {
        Map<String, Numbers> published = new HashMap<>();
        try (TopicLog topic = new TopicLog(
                lane.stack().connection(), TopicSpec.counters(BenchLane.LANE).name())) {
            topic.read(topic.startOffset(), topic.endOffset(), record -> {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                if (record.value() == null) {
                    published.remove(key);
                } else {
                    published.put(key, numbers(record.value()));
                }
            });
        }
        return published;
    }

    private static Numbers numbers(byte[] value) {
        JsonObject counter = new JsonObject(new String(value, StandardCharsets.UTF_8));
        return new Numbers(
                counter.getLong("value"),
                counter.getLong("held"),
                counter.getLong("confirmed"),
                counter.getLong("version"));
    }
}
