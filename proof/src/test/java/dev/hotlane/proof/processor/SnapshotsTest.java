package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.infra.cli.Console;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.snapshot.UnconfirmedSnapshotException;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A checkpoint as a file: taken under load, restored, used by verify and by the log's retention. */
@Tag("it")
class SnapshotsTest extends OnALane {
    private static final byte[] NONE = {};

    SnapshotsTest(Lane lane) {
        super(lane);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Answer ok(String id, Command command) {
        Answer answer = on.caller.call(id, command);
        assertThat(answer.verdict()).as(id).isEqualTo(Verdict.OK);
        return answer;
    }

    private Answer hold(String id) {
        return ok(id, new Command(CommandKind.TRANSACT, true, 3_600_000, List.of(Op.add("stock", -1)), NONE, NONE));
    }

    private static Command onHold(CommandKind kind, String hold) {
        return new Command(kind, false, 0, List.of(), utf8(hold), NONE);
    }

    /** Makes counters, an open and a resolved hold, and a window, all flushed. */
    private void fill(Started started, String name) {
        ok(name + "-stock", Command.transact(Op.add("stock", 10), Op.add("other-" + name, 3)));
        hold(name + "-open");
        hold(name + "-sold");
        on.awaitFlushed(started, ok(name + "-confirm", onHold(CommandKind.CONFIRM, name + "-sold")));
    }

    private FlushSettings another(String database) {
        lane.stack().createDatabase(database);
        return FlushSettings.of(
                lane.stack().jdbcUrl(database),
                lane.stack().user(),
                lane.stack().password());
    }

    @Test
    void letTheLogBeforeThemGoAndBuildTheDatabaseAgain() throws Exception {
        Path first = directory.resolve("first.snapshot");
        long taken;
        try (Started started = on.start(on.settings().withRetention(new Retention(0, Duration.ofSeconds(1))))) {
            assertThat(started.processor().awaitReady(Duration.ofSeconds(60))).isTrue();
            fill(started, "a");
            assertThat(on.logStart()).as("without a snapshot nothing goes").isZero();
            taken = on.proven(first).nextOffset;
            assertThatThrownBy(() -> Snapshots.take(on.mysql(), first, on.log()))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageContaining("exists");
            fill(started, "b");
            assertThat(on.snapshots().retained())
                    .as("with one proven snapshot nothing goes")
                    .isEqualTo(-1);
            on.proven(directory.resolve("second.snapshot"));
            Awaitility.await("the log before the second-newest proven snapshot goes")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> on.logStart() == taken - 1);
            ProcessorLane.requireEqual(on.verify(first));
        }
        assertThatThrownBy(() -> on.verify())
                .isInstanceOf(VerifyException.class)
                .hasMessageContaining("--snapshot");
        assertThatThrownBy(() -> Snapshots.restore(on.mysql(), first, on.log(), "test"))
                .isInstanceOf(FlusherException.class)
                .hasMessageContaining("not empty");

        on.emptyTables();
        assertThat(on.refused().code()).as("an empty database").isEqualTo(ExitCode.LOG_LOST_RANGE);
        assertThat(Snapshots.restore(on.mysql(), first, on.log(), "test").nextOffset)
                .isEqualTo(taken);
        try (Started started = on.ready()) {
            Answer again = on.caller.call("a-stock", Command.transact(Op.add("stock", 10), Op.add("other-a", 3)));
            assertThat(again.replayed()).as("the window came along").isTrue();
            on.awaitFlushed(started, ok("sell", onHold(CommandKind.CONFIRM, "a-open")));
            ProcessorLane.requireEqual(on.verify(first));
        }
        assertThat(on.stored().values()).containsEntry("stock", 16L).containsEntry("other-b", 3L);
    }

    @Test
    void aDatabaseReplacedByAnOlderCopyStopsTheProcessorWhichThenRepairsIt() throws Exception {
        Path old = directory.resolve("old.snapshot");
        try (Started started = on.ready()) {
            fill(started, "a");
            Snapshots.take(on.mysql(), old, on.log());
            fill(started, "b");
            Snapshots.restore(another(on.name + "_old"), old, on.log(), "test");
            lane.stack().createDatabase(on.name + "_gone");
            StringBuilder swap = new StringBuilder("RENAME TABLE ");
            for (String table : ProcessorLane.TABLES) {
                swap.append(table.equals("hl_meta") ? "" : ", ");
                swap.append(on.name + "." + table + " TO " + on.name + "_gone." + table + ", ");
                swap.append(on.name + "_old." + table + " TO " + on.name + "." + table);
            }
            on.sql(swap.toString());
            assertThat(started.halted().get(60, TimeUnit.SECONDS).code()).isEqualTo(ExitCode.CHECKPOINT_BEHIND);
        }
        try (Started started = on.ready()) {
            on.awaitFlushed(started, ok("next", Command.transact(Op.add("stock", 1))));
            ProcessorLane.requireEqual(on.verify());
        }
    }

    @Test
    void aDirectoryThatTakesNoFileKeepsNothingOfASnapshot() {
        on.served(3);
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), directory.resolve("no/such/directory/s"), on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("is there room");
    }

    @Test
    void aPathThatTheDatabaseCanNotKeepIsRefusedBeforeAnythingIsWritten() throws Exception {
        on.served(3);
        Path deep = directory;
        while (deep.toString().length() < 500) {
            deep = Files.createDirectory(deep.resolve("d".repeat(100)));
        }
        Path file = deep.resolve("s".repeat(20));
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), file, on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("name a shorter one, found " + file);
        assertThat(deep).isEmptyDirectory();

        Path shorter = directory.resolve("s");
        Snapshots.take(on.mysql(), shorter, on.log());
        Files.copy(shorter, file);
        FlushSettings other = another(on.name + "_other");
        assertThatThrownBy(() -> Snapshots.restore(other, file, on.log(), "test"))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("name a shorter one");
        Snapshots.restore(other, shorter, on.log(), "test");
    }

    @Test
    void aSnapshotThatMySqlDidNotRecordStaysAndIsReported() throws Exception {
        on.served(3);
        on.sql("ALTER TABLE hl_snapshot MODIFY file VARCHAR(1) NOT NULL");
        Path file = directory.resolve("unconfirmed.snapshot");
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), file, on.log()))
                .isInstanceOf(UnconfirmedSnapshotException.class)
                .hasMessageContaining(file + " is written, whole and stays")
                .hasMessageContaining("take another one");
        ProcessorLane.requireEqual(on.verify(file));

        Map<String, String> database = Map.of(
                "HOTLANE_LANE",
                on.name,
                "HOTLANE_KAFKA_BOOTSTRAP_SERVERS",
                lane.stack().bootstrapServers(),
                "HOTLANE_MYSQL_URL",
                lane.jdbcUrl(),
                "HOTLANE_MYSQL_USER",
                lane.stack().user(),
                "HOTLANE_MYSQL_PASSWORD",
                lane.stack().password());
        try (Console console = new Console(lane.stack(), directory)) {
            assertThat(console.run("./hotlane snapshot again.snapshot; echo exit code $?", database))
                    .isEqualTo("exit code 3\n");
        }
        assertThat(directory.resolve("again.snapshot")).exists();
    }

    @Test
    void editedRowsAreNoSnapshot() throws Exception {
        on.served(5);
        on.sql("UPDATE hl_counter SET value = value + 1 LIMIT 1");
        Path file = directory.resolve("edited.snapshot");
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), file, on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("digest");
        assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("edited"));
    }
}
