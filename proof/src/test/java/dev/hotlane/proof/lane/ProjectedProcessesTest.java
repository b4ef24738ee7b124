package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.past.HistoryQuery;
import dev.hotlane.infra.past.LogHistory;
import dev.hotlane.infra.past.PastRange;
import dev.hotlane.infra.past.TracedChange;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.TopicSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Two processes keep one table of a running lane's changes; each is killed and started again. {@code -Dseed=} repeats a load. */
@Tag("it")
@ExtendWith(RealStack.class)
class ProjectedProcessesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 3;
    private static final String ROWS = "SELECT CONCAT_WS('|', sequence, HEX(k), IFNULL(value_before, '-'),"
            + " IFNULL(value, '-'), held, confirmed, version, log_time, kind, HEX(command_id))"
            + " FROM hl_change ORDER BY sequence, k";

    private final long seed = Long.getLong("seed", 1);
    private final StringWriter err = new StringWriter();
    private final WholeLane on;
    private final Lane beside;

    @TempDir
    private Path directory;

    ProjectedProcessesTest(Lane lane) {
        System.out.println("ProjectedProcessesTest: -Dseed=" + seed);
        on = new WholeLane(lane);
        beside = Lane.create(lane.stack(), lane.name() + "_c");
    }

    @Test
    void writeEachChangeOnceThroughKills() throws Exception {
        try (on;
                HistoryChild one = new HistoryChild(on.lane, "one");
                HistoryChild two = new HistoryChild(on.lane, "two")) {
            Client client = on.serve(WholeLane.PATIENT);
            Load load = Load.start(client, "load", seed, 8);
            one.start(beside);
            two.start(beside);
            one.awaitOpen();
            two.awaitOpen();
            for (int round = 0; round < ROUNDS; round++) {
                long before = next();
                awaitNext(before + 200, one, two);
                HistoryChild killed = round % 2 == 0 ? one : two;
                killed.kill9();
                killed.start(beside);
                killed.awaitOpen();
            }
            long last = load.stop().lastOffset();
            on.awaitFlushed(client, last);
            awaitNext(last + 1, one, two);
            assertThat(one.stop()).as(one::tail).isZero();
            assertThat(two.stop()).as(two::tail).isZero();
            assertThat(two.tail()).contains("rows written, all changes below sequence ");
            assertThat(rows()).isEqualTo(history(next()));
            on.verify();
            refuses();
        }
    }

    /** What the command refuses, and with which exit code. */
    private void refuses() throws Exception {
        assertThat(project(on.lane)).isEqualTo(1);
        assertThat(err.toString()).contains("has a checkpoint (hl_meta)");
        assertThat(project(beside, "--snapshots", "no-such-file")).isEqualTo(2);
        assertThat(err.toString()).contains("--snapshots: ");
        Map<TopicPartition, RecordsToDelete> cut = Map.of(
                new TopicPartition(TopicSpec.commands(on.lane.name()).name(), 0), RecordsToDelete.beforeOffset(100));
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", on.lane.stack().bootstrapServers()))) {
            admin.deleteRecords(cut).all().get();
        }
        assertThat(project(beside)).isEqualTo(3);
        assertThat(err.toString()).contains("name a snapshot that stands between offsets 100 and ");
        sql("UPDATE hl_change_position SET topic_id = 'another'");
        assertThat(project(beside)).isEqualTo(1);
        assertThat(err.toString()).contains("belongs to another lane, or to this one before it was anchored again");
    }

    /** Runs the command in this process until it refuses; returns its exit code. */
    private int project(Lane into, String... more) throws Exception {
        err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(HistoryChild.words(on.lane, into));
        words.addAll(List.of(more));
        String[] all = words.toArray(String[]::new);
        CommandLine program = Hotlane.commandLine(Settings.read(all, Map.of(), directory, directory));
        return program.setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(all);
    }

    private void awaitNext(long sequence, HistoryChild... children) {
        Awaitility.await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> {
                    List<String> tails = new ArrayList<>();
                    for (HistoryChild child : children) {
                        child.requireAlive();
                        tails.add(child.tail());
                    }
                    assertThat(next()).as(tails.toString()).isGreaterThanOrEqualTo(sequence);
                });
    }

    /** Lines of the lane's changes below that sequence. */
    private List<String> history(long below) {
        LogHistory history = new LogHistory(on.lane.stack().connection(), on.lane.name(), List.of(), 1, note -> {});
        List<String> lines = new ArrayList<>();
        history.read(HistoryQuery.ALL, PastRange.WHOLE, change -> {
            if (change.sequence() < below) {
                lines.add(line(change));
            }
        });
        return lines.stream().sorted(ProjectedProcessesTest::inOrder).toList();
    }

    private static int inOrder(String one, String other) {
        String[] a = one.split("\\|");
        String[] b = other.split("\\|");
        int sequences = Long.compare(Long.parseLong(a[0]), Long.parseLong(b[0]));
        return sequences != 0 ? sequences : a[1].compareTo(b[1]);
    }

    private static String line(TracedChange change) {
        HexFormat hex = HexFormat.of().withUpperCase();
        return change.sequence() + "|" + hex.formatHex(change.key()) + "|"
                + (change.before().version() == 0 ? "-" : change.before().value()) + "|"
                + (change.isRemoved() ? "-" : change.after().value()) + "|"
                + change.after().held() + "|"
                + change.after().confirmed() + "|" + change.after().version() + "|" + change.time() + "|"
                + change.kind() + "|" + hex.formatHex(change.id());
    }

    /** The table's position; 0 before there is one. */
    private long next() throws SQLException {
        if (select("SHOW TABLES LIKE 'hl\\_change\\_position'").isEmpty()) {
            return 0;
        }
        List<String> found = select("SELECT next_sequence FROM hl_change_position");
        return found.isEmpty() ? 0 : Long.parseLong(found.get(0));
    }

    private List<String> rows() throws SQLException {
        return select(ROWS);
    }

    private List<String> select(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            List<String> lines = new ArrayList<>();
            while (found.next()) {
                lines.add(found.getString(1));
            }
            return lines;
        }
    }

    private void sql(String change) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(change);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                beside.jdbcUrl(), beside.stack().user(), beside.stack().password());
    }
}
