package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.ListedSnapshot;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A snapshot is useful only if the log continues it: any other is refused, unless an operator requests a pure backup.
 */
@Tag("it")
class SnapshotsAndTheLogTest extends OnALane {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    SnapshotsAndTheLogTest(Lane lane) {
        super(lane);
    }

    @Test
    void ofACheckpointBehindTheLogsStartOnlyAPureBackupIsTakenAndTheLastSnapshotHelps() throws Exception {
        Path old = directory.resolve("old.snapshot");
        Path last = directory.resolve("last.snapshot");
        Path behind = directory.resolve("behind.snapshot");
        long stands;
        try (Started started = on.start(on.settings().withRetention(new Retention(0, Duration.ofSeconds(1))))) {
            assertThat(started.processor().awaitReady(PATIENCE)).isTrue();
            add(started, "a");
            stands = Snapshots.take(on.mysql(), old, on.log()).nextOffset;
            add(started, "b");
            long taken = on.proven(last).nextOffset;
            add(started, "c");
            on.proven(directory.resolve("newer.snapshot"));
            Awaitility.await("the log before the second-newest proven snapshot goes")
                    .atMost(PATIENCE)
                    .until(() -> on.logStart() == taken - 1);
        }
        on.emptyTables();
        assertThatThrownBy(() -> Snapshots.restore(on.mysql(), old, on.log(), "test"))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContainingAll("nothing is restored", "16 LOG_LOST_RANGE", "at or above " + on.logStart());
        Snapshots.restore(on.mysql(), old, null, "test");
        assertThat(on.refused().code()).isEqualTo(ExitCode.LOG_LOST_RANGE);
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), behind, on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContainingAll("no snapshot is taken", "at or above " + on.logStart(), "--without-log");
        assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("behind"));

        assertThat(Snapshots.take(on.mysql(), behind, null).nextOffset).isEqualTo(stands);
        assertThat(listed()).as("a snapshot of later records does not count").isEqualTo(stands);
        assertThatThrownBy(() -> on.verify(behind))
                .isInstanceOf(VerifyException.class)
                .hasMessageContaining("snapshot of offset " + on.logStart() + " or later");

        on.emptyTables();
        Snapshots.restore(on.mysql(), last, on.log(), "test");
        try (Started started = on.ready()) {
            add(started, "d");
            ProcessorLane.requireEqual(on.verify(last));
        }
    }

    @Test
    void aPureBackupIsNeverWhatTheLogIsDeletedBy() throws Exception {
        Path backup = directory.resolve("backup.snapshot");
        on.served(5);
        Snapshots.take(on.mysql(), backup, null);
        assertThat(listed()).as("taken").isEqualTo(-1);
        on.emptyTables();
        Snapshots.restore(on.mysql(), backup, null, "test");
        assertThat(listed()).as("put back").isEqualTo(-1);
        on.served(1);
    }

    @Test
    void aCheckpointOfAnotherRecordOrAnotherTopicIsNoSnapshot() throws Exception {
        on.served(5);
        Path file = directory.resolve("file.snapshot");
        assertThatThrownBy(() -> Snapshots.take(
                        on.mysql(), file, new LaneLog(lane.stack().connection(), on.name + "_none")))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContainingAll("does not exist", "name the right lane", "--without-log");
        on.sql("UPDATE hl_meta SET last_crc = last_crc ^ 1");
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), file, on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("18 LAST_RECORD_DIFFERS");
        on.sql("UPDATE hl_meta SET last_crc = last_crc ^ 1");
        on.recreateCommands();
        assertThatThrownBy(() -> Snapshots.take(on.mysql(), file, on.log()))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("belongs to topic id");
        assertThat(directory.toFile().list()).noneMatch(name -> name.startsWith("file"));
    }

    private void add(Started started, String id) {
        on.awaitFlushed(started, on.caller.call(id, Command.transact(Op.add("stock", 1))));
    }

    /** Offset of the newest listed snapshot, -1 for none. */
    private long listed() {
        return on.snapshots().newest().map(ListedSnapshot::nextOffset).orElse(-1L);
    }
}
