package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.infra.past.ProjectedHistory;
import dev.hotlane.infra.projection.Projector;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A projection beside a running lane has its values; the lane starts from its own database only. */
@Tag("it")
@ExtendWith(RealStack.class)
class ProjectorTest {
    private final WholeLane on;
    private final Lane beside;

    ProjectorTest(Lane lane) {
        on = new WholeLane(lane);
        beside = Lane.create(lane.stack(), lane.name() + "_p");
    }

    @Test
    void showsTheCheckpointAndWhatComesAfterIt() throws SQLException {
        try (on) {
            Client client = on.serve(WholeLane.PATIENT);
            client.call(Call.add("1", "stock:a", 10));
            client.call(Call.add("2", "stock:b", 20));
            assertThat(on.processor.stop()).isZero();
            try (Projector projector = projector(beside)) {
                awaitRows(projector, Map.of("stock:a", 10L, "stock:b", 20L));
                on.processor.start().awaitLeading();
                WholeLane.awaitServing(client);
                client.call(Call.add("3", "stock:b", -5));
                long last = client.call(Call.add("4", "stock:c", 1)).offset();
                awaitRows(projector, Map.of("stock:a", 10L, "stock:b", 15L, "stock:c", 1L));
                assertThat(projector.applied()).isGreaterThan(last);
                assertThat(projector.finish()).isTrue();
            }
            assertThatThrownBy(() -> projector(on.lane))
                    .isInstanceOf(FlusherException.class)
                    .hasMessageContaining("has a checkpoint (hl_meta)");
            on.verify();
        }
    }

    @Test
    void writesEachChangeOfARunningLaneOnce() throws SQLException {
        try (on) {
            Client client = on.serve(WholeLane.PATIENT);
            client.call(Call.add("1", "stock:a", 10));
            client.call(Call.add("2", "stock:b", 20));
            awaitChanges("stock:a ->10, stock:b ->20");
            client.call(Call.add("3", "stock:b", -5));
            client.call(Call.add("4", "stock:a", 1));
            awaitChanges("stock:a ->10, stock:b ->20, stock:b 20>15, stock:a 10>11");
            assertThatThrownBy(() -> history(on.lane).close())
                    .isInstanceOf(FlusherException.class)
                    .hasMessageContaining("has a checkpoint (hl_meta)");
            on.verify();
        }
    }

    /** A process follows until the table has these changes: key, value before, value. */
    private void awaitChanges(String expected) {
        try (ProjectedHistory history = history(beside)) {
            Awaitility.await()
                    .pollInSameThread()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> {
                        history.step();
                        return changes().equals(expected);
                    });
        }
    }

    private ProjectedHistory history(Lane into) {
        return new ProjectedHistory(
                on.lane.stack().connection(), on.lane.name(), settings(into), List.of(), note -> {});
    }

    private String changes() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(
                        beside.jdbcUrl(), beside.stack().user(), beside.stack().password());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT CAST(k AS CHAR), IFNULL(value_before, '-'), value"
                        + " FROM hl_change ORDER BY sequence, k")) {
            while (found.next()) {
                rows.add(found.getString(1) + " " + found.getString(2) + ">" + found.getString(3));
            }
        }
        return String.join(", ", rows);
    }

    private Projector projector(Lane into) {
        return new Projector(on.lane.stack().connection(), on.lane.name(), settings(on.lane), settings(into), 2);
    }

    private static FlushSettings settings(Lane lane) {
        return FlushSettings.of(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    private void awaitRows(Projector projector, Map<String, Long> expected) {
        Awaitility.await()
                .pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    projector.follow();
                    return rows().equals(expected);
                });
    }

    private Map<String, Long> rows() throws SQLException {
        Map<String, Long> rows = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection(
                        beside.jdbcUrl(), beside.stack().user(), beside.stack().password());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT k, value FROM hl_projection")) {
            while (found.next()) {
                rows.put(new String(found.getBytes(1), StandardCharsets.UTF_8), found.getLong(2));
            }
        }
        return rows;
    }
}
