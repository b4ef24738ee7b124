package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.past.KillPoints.Killed;
import dev.hotlane.infra.past.KillPoints.Point;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A random log that grows, and a table of its changes in MySQL, whose writers die or are two. */
public final class ProjectedTrial {
    /** System properties of the database: its URL, account and password. */
    static final String URL = "trial.mysql.url";

    static final String USER = "trial.mysql.user";
    static final String PASSWORD = "trial.mysql.password";

    private static final int RECORDS = 1_000;
    private static final String ROWS = "SELECT CONCAT_WS('|', sequence, HEX(k), IFNULL(value_before, '-'),"
            + " IFNULL(value, '-'), held, confirmed, version, log_time, kind, IFNULL(HEX(command_id), '-'), HEX(tenant))"
            + " FROM hl_change ORDER BY sequence, k";

    private final SplittableRandom random;
    private final String step;
    final RandomPast past;
    final KillPoints kills = new KillPoints();
    private final RecordView view = new RecordView();
    private final List<String> notes = new ArrayList<>();
    private final NavigableMap<String, String> changes = new TreeMap<>();
    private volatile long shown = Long.MAX_VALUE;
    private boolean isBehind;
    private int rowsAtOnce = 10_000;

    ProjectedTrial(long seed) {
        random = new SplittableRandom(seed);
        step = "-Dseed=" + seed;
        Set<Long> skipped = IntStream.range(0, 12)
                .mapToObj(i -> (long) random.nextInt(20, RECORDS - 40))
                .collect(Collectors.toSet());
        past = new RandomPast(random.split(), RECORDS, skipped);
        read();
    }

    /** With 0 kills, two writers at once take turns. Else one writer follows the other until that number of them was killed. */
    public static Object run(long seed, int kills) throws SQLException {
        ProjectedTrial trial = new ProjectedTrial(seed);
        if (kills == 0) {
            return trial.inTurn();
        }
        while (trial.kills.hits() < kills) {
            trial.untilTheEnd();
        }
        return trial.kills.hits();
    }

    /** From now on writers find the whole log at once, and begin a transaction at that number of rows. */
    ProjectedTrial behind(int rows) {
        isBehind = true;
        rowsAtOnce = rows;
        return this;
    }

    int rowsAtOnce() {
        return rowsAtOnce;
    }

    static FlushSettings settings() {
        return FlushSettings.of(System.getProperty(URL), System.getProperty(USER), System.getProperty(PASSWORD));
    }

    /** A new table. */
    void empty() throws SQLException {
        sql("DROP TABLE IF EXISTS hl_change");
        sql("DROP TABLE IF EXISTS hl_change_position");
        showBelow(0);
    }

    void untilTheEnd() throws SQLException {
        empty();
        boolean done = false;
        while (!done) {
            Point point = Point.values()[random.nextInt(4)];
            kills.arm(point, random.nextInt(4) > 0, random.nextInt(2));
            try (ProjectedHistory history = open()) {
                follow(history);
                done = true;
            } catch (Killed e) {
                done = false;
            }
            requireRows();
        }
        assertThat(isComplete(next())).as(step).isTrue();
    }

    /** Until the writer dies, or has all. */
    private void follow(ProjectedHistory history) {
        if (isBehind) {
            showBelow(past.log.end());
        }
        while (shown < past.log.end()) {
            showBelow(shown + 1 + random.nextInt(8));
            history.step();
        }
        while (!isComplete(history.next())) {
            history.step();
        }
    }

    private Object inTurn() throws SQLException {
        empty();
        try (ProjectedHistory one = open();
                ProjectedHistory two = open()) {
            while (shown < past.log.end()) {
                showBelow(shown + 1 + random.nextInt(40));
                (random.nextBoolean() ? one : two).step();
                if (random.nextInt(10) == 0) {
                    requireRows();
                }
            }
            while (!isComplete(one.next()) || !isComplete(two.next())) {
                one.step();
                two.step();
            }
            assertThat(one.written()).as(step).isPositive();
            assertThat(two.written()).as(step).isPositive();
        }
        requireRows();
        return null;
    }

    void showBelow(long offset) {
        shown = Math.min(offset, past.log.end());
        past.log.showBelow(shown);
    }

    ProjectedHistory open() {
        return new ProjectedHistory(
                past.log::span, PastStateTest.LOG, kills.on(settings()), List.of(), notes::add, rowsAtOnce);
    }

    /** The table has exactly what a history has up to its position, and nothing that no TICK proved. */
    void requireRows() throws SQLException {
        long next = next();
        assertThat(next).as(step).isLessThanOrEqualTo(Math.max(0, provedBelow(shown)));
        assertThat(rows()).as(step + " below " + next).isEqualTo(expected(next));
    }

    /**
     * The offset behind the last TICK that another one names, the last one not counted: it reports the records before it as
     * applied.
     */
    long provedBelow(long end) {
        long named = -1;
        long namedByLast = -1;
        for (long offset = 0; offset < end; offset++) {
            byte[] value = past.log.record(offset).value();
            if (RecordView.mayBe(RecordKind.TICK, value) && view.wrap(null, value) == RecordKind.TICK) {
                named = Math.max(named, namedByLast);
                namedByLast = view.tick().previousTick();
            }
        }
        return named + 1;
    }

    /** Lines of the changes below that sequence: one for each counter that a record changed. */
    List<String> expected(long below) {
        return List.copyOf(changes.headMap(name(below, "")).values());
    }

    /** Whether a table with that position lacks no change that is proved. */
    boolean isComplete(long next) {
        return changes.subMap(name(next, ""), name(Math.max(next, provedBelow(shown)), ""))
                .isEmpty();
    }

    private static String name(long sequence, String key) {
        return String.format("%08d|", sequence) + key;
    }

    private void read() {
        Map<String, Object> before = new HashMap<>();
        LogHistory history = new LogHistory(past.log::span, PastStateTest.LOG, List.of(), 1, notes::add);
        history.read(HistoryQuery.ALL, PastRange.WHOLE, change -> {
            String name = name(change.sequence(), hex(change.key()));
            boolean absent = change.before().version() == 0;
            before.putIfAbsent(name, absent ? "-" : change.before().value());
            changes.put(name, line(change, before.get(name)));
        });
    }

    private static String line(TracedChange change, Object before) {
        return change.sequence() + "|" + hex(change.key()) + "|" + before + "|"
                + (change.isRemoved() ? "-" : change.after().value()) + "|"
                + change.after().held() + "|"
                + change.after().confirmed() + "|" + change.after().version() + "|" + change.time() + "|"
                + change.kind() + "|" + (change.id() == null ? "-" : hex(change.id())) + "|";
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    List<String> rows() throws SQLException {
        return select(ROWS);
    }

    /** The table's position. */
    long next() throws SQLException {
        List<String> found = select("SELECT next_sequence FROM hl_change_position");
        return found.isEmpty() ? 0 : Long.parseLong(found.get(0));
    }

    private static List<String> select(String query) throws SQLException {
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

    static void sql(String change) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(change);
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(
                System.getProperty(URL), System.getProperty(USER), System.getProperty(PASSWORD));
    }
}
