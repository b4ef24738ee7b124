package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.planted.PlantedClasses;
import dev.hotlane.protocol.planted.PlantedFault;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The table of changes in a real MySQL has each change once, whatever happens to its writers. {@code -Dseed=} repeats a run. */
@Tag("it")
@ExtendWith(RealStack.class)
class ProjectedHistoryTest {
    private static final int KILLS = 100;

    /** Of writers that are behind, so that they read while MySQL writes. */
    private static final int KILLS_BEHIND = 15;

    private static final int ROWS_AT_ONCE = 20;

    /** Records that two writers find at once. */
    private static final int AT_ONCE = 25;

    private final long seed = Long.getLong("seed", 1);
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    ProjectedHistoryTest(Lane lane) {
        System.out.println("ProjectedHistoryTest: -Dseed=" + seed);
        System.setProperty(ProjectedTrial.URL, lane.jdbcUrl());
        System.setProperty(ProjectedTrial.USER, lane.stack().user());
        System.setProperty(ProjectedTrial.PASSWORD, lane.stack().password());
    }

    @Test
    void killedWritersLoseNoRowAndWriteNoneTwice() throws SQLException {
        assertThat((int) ProjectedTrial.run(seed, KILLS)).isGreaterThanOrEqualTo(KILLS);
    }

    @Test
    void killedWritersThatReadWhileMySqlWritesLoseNoRowAndWriteNoneTwice() throws SQLException {
        ProjectedTrial trial = new ProjectedTrial(seed).behind(ROWS_AT_ONCE);
        while (trial.kills.hits() < KILLS_BEHIND) {
            trial.untilTheEnd();
        }
    }

    @Test
    void twoWritersInTurnWriteEachRowOnce() throws SQLException {
        ProjectedTrial.run(seed, 0);
    }

    @Test
    void twoWritersAtOnceWriteEachRowOnce() throws SQLException {
        ProjectedTrial trial = new ProjectedTrial(seed);
        trial.empty();
        AtomicBoolean ended = new AtomicBoolean();
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            writers.add(CompletableFuture.runAsync(() -> {
                try (ProjectedHistory history = open(trial, PastStateTest.LOG)) {
                    while (!ended.get()) {
                        history.step();
                    }
                }
            }));
        }
        long end = trial.past.log.end();
        for (long shown = AT_ONCE; shown < end + AT_ONCE; shown += AT_ONCE) {
            trial.showBelow(shown);
            Awaitility.await("the changes below " + shown)
                    .pollInSameThread()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(1))
                    // Until the first writer has made the tables.
                    .ignoreExceptionsInstanceOf(SQLSyntaxErrorException.class)
                    .until(() ->
                            writers.stream().anyMatch(CompletableFuture::isDone) || trial.isComplete(trial.next()));
        }
        ended.set(true);
        writers.forEach(CompletableFuture::join);
        trial.requireRows();
        assertThat(trial.isComplete(trial.next())).isTrue();
    }

    @Test
    void goesOnFromASnapshotWhereTheLogIsCut() throws Exception {
        ProjectedTrial trial = new ProjectedTrial(seed);
        trial.empty();
        trial.showBelow(400);
        try (ProjectedHistory history = open(trial, PastStateTest.LOG)) {
            drain(trial, history);
        }
        long next = trial.next();
        Path snapshot = directory.resolve("s");
        try (PastState state = new PastState(trial.past.log.span(), PastStateTest.LOG, List.of(), notes::add)) {
            state.goTo(next - 20);
            StateFile.write(state.state(), PastStateTest.LOG, state.last(), snapshot);
        }
        long end = trial.past.log.end();
        trial.past.log.deleteBefore(next - 30);
        trial.showBelow(end);
        assertThatThrownBy(() -> open(trial, PastStateTest.LOG).close())
                .isInstanceOfSatisfying(
                        PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE))
                .hasMessageContaining("name a snapshot that stands between");
        try (ProjectedHistory history = open(trial, PastStateTest.LOG, snapshot)) {
            drain(trial, history);
        }
        assertThat(trial.rows()).isEqualTo(trial.expected(trial.next()));
        trial.past.log.deleteBefore(end);
        ProjectedTrial.sql("UPDATE hl_change_position SET next_sequence = next_sequence - 50");
        assertThatThrownBy(() -> open(trial, PastStateTest.LOG, snapshot).close())
                .isInstanceOfSatisfying(
                        PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE))
                .hasMessageContaining("the changes between are gone");
    }

    @Test
    void refusesAnotherLanesTableAndACheckpoint() throws SQLException {
        ProjectedTrial trial = new ProjectedTrial(seed);
        trial.empty();
        trial.showBelow(400);
        open(trial, PastStateTest.LOG).close();
        assertThatThrownBy(() -> open(trial, new Identity("cluster", "other")).close())
                .isInstanceOfSatisfying(
                        FlusherException.class,
                        e -> assertThat(e.reason()).isEqualTo(FlusherException.Reason.WRONG_TOPIC))
                .hasMessageContaining("belongs to another lane");
        Checkpoint checkpoint = new Checkpoint(ProjectedTrial.settings());
        assertThatThrownBy(checkpoint::migrate)
                .isInstanceOf(FlusherException.class)
                .hasMessageContaining("has a table of changes (hl_change)");
        trial.empty();
        checkpoint.migrate();
        assertThatThrownBy(() -> open(trial, PastStateTest.LOG).close())
                .isInstanceOfSatisfying(
                        FlusherException.class,
                        e -> assertThat(e.reason()).isEqualTo(FlusherException.Reason.NOT_EMPTY))
                .hasMessageContaining("has a checkpoint (hl_meta)");
    }

    @Test
    void refusesToGoOnFromAnotherState() throws SQLException {
        ProjectedTrial trial = new ProjectedTrial(seed);
        trial.empty();
        trial.showBelow(400);
        try (ProjectedHistory history = open(trial, PastStateTest.LOG)) {
            drain(trial, history);
        }
        ProjectedTrial.sql("UPDATE hl_change_position SET digest = digest + 1");
        trial.showBelow(trial.past.log.end());
        assertThatThrownBy(() -> {
                    try (ProjectedHistory history = open(trial, PastStateTest.LOG)) {
                        drain(trial, history);
                    }
                })
                .isInstanceOfSatisfying(
                        PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DIFFERS))
                .hasMessageContaining("gives another state");
    }

    @Test
    void aPositionCommittedBeforeItsRowsIsFound() throws Exception {
        PlantedFault fault = new PlantedFault(
                "position committed before the rows",
                "HistoryWriter",
                "            change.insert(changes);\n",
                "            change.commit();\n            change.insert(changes);\n");
        PlantedClasses faulty = PlantedClasses.with(ProjectedTrial.class, fault);
        assertThatThrownBy(() -> faulty.run(ProjectedTrial.class, 20)).hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void rowsOfAFailedTransactionThatAreNotSentAgainAreFound() throws Exception {
        PlantedFault fault = new PlantedFault(
                "rows of a failed transaction are dropped",
                "ProjectedHistory",
                "            rows.takeBack();\n",
                "            rows.takeBack();\n            rows.dropBelow(writer.to().next());\n");
        PlantedClasses faulty = PlantedClasses.with(ProjectedTrial.class, fault);
        assertThatThrownBy(() -> faulty.run(ProjectedTrial.class, 20)).hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aPositionSetWithoutCompareIsFound() throws Exception {
        PlantedFault fault = new PlantedFault(
                "position set without compare",
                "HistoryWriter",
                "change.move(from, next)",
                "change.move(table.position().orElseThrow().next(), next)");
        PlantedClasses faulty = PlantedClasses.with(ProjectedTrial.class, fault);
        assertThatThrownBy(() -> faulty.run(ProjectedTrial.class, 0))
                .cause()
                .isInstanceOfAny(AssertionError.class, FlusherException.class);
    }

    private ProjectedHistory open(ProjectedTrial trial, Identity log, Path... snapshots) {
        return new ProjectedHistory(
                trial.past.log::span,
                log,
                ProjectedTrial.settings(),
                List.of(snapshots),
                notes::add,
                trial.rowsAtOnce());
    }

    private static void drain(ProjectedTrial trial, ProjectedHistory history) {
        while (!trial.isComplete(history.next())) {
            history.step();
        }
    }
}
