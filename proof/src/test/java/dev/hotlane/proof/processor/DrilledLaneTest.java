package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.DrillDatabase;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Grants;
import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.flusher.mysql.Grants.Require;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.ListedSnapshot;
import dev.hotlane.infra.cli.Console;
import dev.hotlane.infra.drill.LaneDrill;
import dev.hotlane.infra.drill.RestoreDrill;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.snapshot.SnapshotDirectory;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.snapshot.TakenSnapshot;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Backups of a running lane on a real MySQL and Kafka: a schedule with `--keep`, and restore drills. */
@Tag("it")
class DrilledLaneTest extends OnALane {
    private final List<String> notes = new ArrayList<>();

    DrilledLaneTest(Lane lane) {
        super(lane);
    }

    private Path into() throws Exception {
        return Files.createDirectories(directory.resolve("snapshots"));
    }

    private TakenSnapshot backUp(Started started, String id, int keep) throws Exception {
        on.awaitFlushed(started, on.caller.call(id, Command.transact(Op.add("stock", 1), Op.add("other-" + id, 1))));
        try (SnapshotDirectory into = SnapshotDirectory.open(into(), on.name)) {
            return into.rotate(
                            () -> Snapshots.take(on.mysql(), into, on.log()), log -> on.snapshots(), keep, notes::add)
                    .taken();
        }
    }

    private RestoreDrill drill(FlushSettings account, Path from) {
        return new RestoreDrill(new LaneDrill(lane.stack().connection(), on.name, account, from, "test", notes::add));
    }

    private FlushSettings mysql() {
        return Verifier.database(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    /** The settings of the account that `hotlane schema grants` makes for drills. */
    private FlushSettings drillAccount() throws SQLException {
        String prefix = on.name.substring(0, 8) + on.name.replaceAll("\\D", "") + "_";
        on.sql("CREATE USER '" + prefix + "drill'@'%' IDENTIFIED BY 'secret'");
        for (String statement : new Grants(on.name, prefix, "%", Require.NONE).of(Account.DRILL)) {
            on.sql(statement);
        }
        return Verifier.database(lane.jdbcUrl(), prefix + "drill", "secret");
    }

    private List<String> databases() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW DATABASES LIKE 'hl\\_drill\\_%'")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @Test
    void drillsProveSnapshotsAndRetentionGoesByTheSecondNewestOfThem() throws Exception {
        try (Started started = on.ready()) {
            TakenSnapshot first = backUp(started, "a", 2);
            FlushSettings account = drillAccount();
            RestoreDrill.Result proven = drill(account, into()).run();
            assertThat(proven.file()).isEqualTo(first.file());
            assertThat(proven.verification().equal()).isTrue();
            assertThat(on.snapshots().retained()).as("one is not enough").isEqualTo(-1);

            TakenSnapshot second = backUp(started, "b", 2);
            TakenSnapshot third = backUp(started, "c", 2);
            assertThat(List.of(first.file(), second.file(), third.file()))
                    .as("two newest, and the proven one")
                    .allSatisfy(file -> assertThat(file).exists());
            assertThat(on.snapshots().retained())
                    .as("unproven ones do not count")
                    .isEqualTo(-1);
            assertThat(drill(account, null).run().file())
                    .as("the newest that is listed")
                    .isEqualTo(third.file());
            assertThat(on.snapshots().retained()).isEqualTo(first.cut().nextOffset);

            backUp(started, "d", 2);
            assertThat(second.file()).as("neither new nor proven").doesNotExist();
            assertThat(on.snapshots().at(second.cut().nextOffset)).isEmpty();
            assertThat(on.snapshots().newestProven())
                    .extracting(ListedSnapshot::nextOffset)
                    .containsExactly(third.cut().nextOffset, first.cut().nextOffset);
            on.snapshots().taken(third.cut(), "again");
            assertThat(on.snapshots().newestProven())
                    .as("another file of the same offset is not proven")
                    .hasSize(1);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(notes).noneMatch(note -> note.contains("dropped"));
    }

    @Test
    void aDamagedOrMissingFileProvesNothing() throws Exception {
        try (Started started = on.ready()) {
            Path file = backUp(started, "a", 2).file();
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(() -> drill(mysql(), into()).run()).isInstanceOf(SnapshotException.class);
            Files.delete(file);
            assertThatThrownBy(() -> drill(mysql(), null).run())
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageContainingAll(file.toString(), "can't be read");
            assertThatThrownBy(() -> drill(mysql(), into()).run()).hasMessageContaining("has no snapshot of lane");
            assertThat(on.snapshots().newestProven()).isEmpty();
        }
    }

    @Test
    void onlyADatabaseThatADrillOfThisLaneLeftIsDropped() throws Exception {
        Identity log = TopicAdmin.identity(lane.stack().connection(), on.name);
        String other = "hl_drill_" + on.name;
        try (Started started = on.ready()) {
            backUp(started, "a", 2);
            on.sql("CREATE DATABASE " + other);
            String left;
            try (DrillDatabase made = DrillDatabase.make(mysql(), log, notes::add)) {
                left = made.name();
                drill(mysql(), into()).run();
                assertThat(notes).contains(left + " stays: another drill uses it");
                assertThat(databases()).contains(left, other);
            }
            assertThat(databases()).doesNotContain(left);
            on.sql("CREATE DATABASE " + left);
            on.sql("CREATE DATABASE " + left + "x");
            on.sql("CREATE TABLE " + left + "x.mine (a INT)");
            notes.clear();
            drill(mysql(), into()).run();
            assertThat(notes)
                    .contains(left + " is dropped: an earlier drill of this lane left it")
                    .anyMatch(note -> note.startsWith(left + "x stays: it has more than"))
                    .anyMatch(note -> note.startsWith(other + " stays: it is no database of a drill of this lane"));
            assertThat(databases()).contains(left + "x", other).doesNotContain(left);
            on.sql("DROP DATABASE " + left + "x");
        } finally {
            on.sql("DROP DATABASE IF EXISTS " + other);
        }
    }

    @Test
    void theCommandsEndAsTheirPageSays() throws Exception {
        on.served(50);
        Map<String, String> settings = Map.of(
                "HOTLANE_LANE",
                on.name,
                "HOTLANE_MYSQL_URL",
                lane.jdbcUrl(),
                "HOTLANE_MYSQL_USER",
                lane.stack().user(),
                "HOTLANE_MYSQL_PASSWORD",
                lane.stack().password(),
                "JAVA_TOOL_OPTIONS",
                "-XX:-UsePerfData");
        Path into = into();
        try (Console console = new Console(lane.stack(), directory)) {
            String keep = "./hotlane snapshot --directory snapshots --keep 2";
            // A file that may have no more than 1 KiB is as good as a full disk.
            assertThat(console.run("(ulimit -f 1; " + keep + "; echo $?)", settings))
                    .isEqualTo("1\n");
            assertThat(into.toFile().list()).containsExactly(on.name + ".snapshot.lock");
            assertThat(console.run(keep, settings))
                    .startsWith("snapshot of offset ")
                    .contains(" written to ");
            assertThat(console.run("./hotlane drill --directory snapshots; echo $?", settings))
                    .contains(" is proven: the snapshot of offset ", "was restored and equals the log\n0\n");
            assertThat(console.run("./hotlane snapshot --directory nowhere --keep 2; echo $?", settings))
                    .isEqualTo("51\n");
        }
    }
}
