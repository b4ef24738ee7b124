package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.past.HistoryQuery.Kind;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history names each change once, with its cause; split at snapshots it is the same. {@code -Dseed=} repeats a run. */
class LogHistoryTest {
    private static final int RECORDS = 500;

    private final long seed = Long.getLong("seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Set<Long> skipped = IntStream.range(0, 10)
            .mapToObj(i -> (long) random.nextInt(20, RECORDS - 40))
            .collect(Collectors.toSet());
    private final RandomPast past = new RandomPast(random.split(), RECORDS, skipped);

    @TempDir
    private Path directory;

    private List<TracedChange> read(HistoryQuery query, PastRange range, int segments, Path... snapshots) {
        List<TracedChange> changes = new ArrayList<>();
        LogHistory history =
                new LogHistory(past.log::span, PastStateTest.LOG, List.of(snapshots), segments, note -> {});
        LogHistory.End end = history.read(query, range, changes::add);
        assertThat(end.digest())
                .as("-Dseed=" + seed)
                .isEqualTo(past.moments.get((int) end.sequence()).digest());
        return changes;
    }

    @Test
    void theChangesOfEachCounterLeadFromOneStateOfTheModelToTheNext() {
        System.out.println("LogHistoryTest: -Dseed=" + seed);
        for (String key : RandomPast.KEYS) {
            List<TracedChange> changes = read(new HistoryQuery(Kind.KEY, key, ""), PastRange.WHOLE, 1);
            Counter before = Counter.ABSENT;
            int next = 0;
            for (int n = 0; n < past.moments.size(); n++) {
                while (next < changes.size() && changes.get(next).sequence() == n) {
                    TracedChange change = changes.get(next++);
                    String step = "-Dseed=" + seed + " " + change;
                    assertThat(counter(change.before())).as(step).isEqualTo(before);
                    assertThat(change.time())
                            .as(step)
                            .isEqualTo(past.moments.get(n).time());
                    before = counter(change.after());
                }
                assertThat(past.moments.get(n).counters().getOrDefault(key, Counter.ABSENT))
                        .as("-Dseed=" + seed + " " + key + " after " + n)
                        .isEqualTo(before);
            }
            assertThat(next).isEqualTo(changes.size());
        }
    }

    private static Counter counter(ChangeTrace.Numbers numbers) {
        return new Counter(numbers.value(), numbers.version(), numbers.held(), numbers.confirmed());
    }

    @Test
    void segmentsAtSnapshotsGiveTheSameAsOneReplay() {
        Path[] snapshots = new Path[5];
        for (int i = 0; i < snapshots.length; i++) {
            snapshots[i] = directory.resolve("s" + i);
            try (PastState state = new PastState(past.log.span(), PastStateTest.LOG, List.of(), note -> {})) {
                state.goTo(random.nextInt(10, RECORDS - 10));
                StateFile.write(state.state(), PastStateTest.LOG, state.last(), snapshots[i]);
            }
        }
        List<TracedChange> one = read(HistoryQuery.ALL, PastRange.WHOLE, 1);
        assertThat(one).isNotEmpty();
        for (int segments : new int[] {2, 3, 6}) {
            assertThat(read(HistoryQuery.ALL, PastRange.WHOLE, segments, snapshots))
                    .as("-Dseed=" + seed + " segments " + segments)
                    .isEqualTo(one);
        }
    }

    @Test
    void aRangeIsThePartOfTheWholeThatLiesInIt() {
        List<TracedChange> all = read(HistoryQuery.ALL, PastRange.WHOLE, 1);
        for (int i = 0; i < 20; i++) {
            int from = random.nextInt(RECORDS - 50);
            int to = from + random.nextInt(RECORDS - from);
            assertThat(read(HistoryQuery.ALL, new PastRange(from, false, to, false), 1))
                    .as("-Dseed=" + seed + " " + from + " to " + to)
                    .isEqualTo(all.stream()
                            .filter(change -> change.sequence() >= from && change.sequence() <= to)
                            .toList());
            long begin = past.moments.get(from).time();
            long end = past.moments.get(to).time();
            if (begin > 0 && end < past.moments.get(past.moments.size() - 1).time()) {
                assertThat(read(HistoryQuery.ALL, new PastRange(begin, true, end, true), 1))
                        .as("-Dseed=" + seed + " times of " + from + " to " + to)
                        .isEqualTo(all.stream()
                                .filter(change -> change.time() >= begin && change.time() <= end)
                                .toList());
            }
        }
    }

    @Test
    void aTimeThatIsNotOverHasNoHistoryYet() {
        long last = past.moments.get(past.moments.size() - 1).time();
        for (long later : new long[] {last, last + 1_000_000}) {
            assertThatThrownBy(() -> read(HistoryQuery.ALL, new PastRange(-1, false, later, true), 1))
                    .isInstanceOfSatisfying(
                            PastException.class,
                            e -> assertThat(e.reason().exitCode()).isEqualTo(2))
                    .hasMessageContaining("--to: no record has a log time after");
        }
    }

    @Test
    void aReservationHasItsOwnChangesAndThoseOfItsExpiry() {
        List<TracedChange> all = read(HistoryQuery.ALL, PastRange.WHOLE, 1);
        assertThat(all).as("expiries").anyMatch(change -> change.kind().equals("expiry"));
        Set<String> expired = all.stream()
                .filter(change -> change.kind().equals("expiry"))
                .map(change -> new String(change.id(), StandardCharsets.UTF_8))
                .collect(Collectors.toSet());
        for (String id : expired.stream().sorted().limit(10).toList()) {
            List<TracedChange> changes = read(new HistoryQuery(Kind.RESERVATION, id, ""), PastRange.WHOLE, 1);
            assertThat(changes)
                    .as("-Dseed=" + seed + " " + id)
                    .extracting(TracedChange::kind)
                    .containsExactly("reservation", "reservation", "expiry", "expiry");
            List<TracedChange> command = read(new HistoryQuery(Kind.COMMAND, id, ""), PastRange.WHOLE, 1);
            assertThat(command).extracting(TracedChange::kind).containsExactly("reservation", "reservation");
        }
        assertThat(read(new HistoryQuery(Kind.KEY, "never", ""), PastRange.WHOLE, 1))
                .isEmpty();
    }

    @Test
    void aSnapshotThatTheReplayContradictsIsNamed() throws Exception {
        Path wrong = directory.resolve("wrong");
        RandomPast other = new RandomPast(new SplittableRandom(seed + 1), RECORDS, Set.of());
        try (PastState theirs = new PastState(other.log.span(), PastStateTest.LOG, List.of(), note -> {});
                PastState own = new PastState(past.log.span(), PastStateTest.LOG, List.of(), note -> {})) {
            theirs.goTo(200);
            own.goTo(200);
            StateFile.write(theirs.state(), PastStateTest.LOG, own.last(), wrong);
        }
        assertThatThrownBy(() -> read(HistoryQuery.ALL, PastRange.WHOLE, 2, wrong))
                .isInstanceOf(PastException.class);
    }

    @Test
    void aDirectoryThatTakesNoSnapshotEndsTheLadderAsUsage() throws Exception {
        Path first;
        try (SnapshotLadder ladder =
                new SnapshotLadder(past.log.span(), PastStateTest.LOG, directory, "t", note -> {})) {
            List<Path> files = new ArrayList<>();
            ladder.climb(List.of(), 60, () -> !files.isEmpty(), files::add);
            first = files.get(0);
        }
        Files.delete(first);
        Path inTheWay = first.resolveSibling(first.getFileName() + ".unproved.part");
        Files.createDirectories(inTheWay.resolve("full"));
        try (SnapshotLadder ladder =
                new SnapshotLadder(past.log.span(), PastStateTest.LOG, directory, "t", note -> {})) {
            assertThatThrownBy(() -> ladder.climb(List.of(), 60, () -> false, file -> {}))
                    .isInstanceOfSatisfying(
                            PastException.class,
                            e -> assertThat(e.reason().exitCode()).isEqualTo(2))
                    .hasMessageContaining(inTheWay.toString());
        }
    }

    @Test
    void aLadderHasProvedSnapshotsThatHistoriesBeginAt() {
        List<Path> files = new ArrayList<>();
        try (SnapshotLadder ladder =
                new SnapshotLadder(past.log.span(), PastStateTest.LOG, directory, "t", note -> {})) {
            assertThat(ladder.climb(List.of(), 60, () -> false, files::add)).isEqualTo(files.size());
        }
        assertThat(files).hasSizeGreaterThan(3);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
        assertThat(read(HistoryQuery.ALL, PastRange.WHOLE, 4, directory))
                .isEqualTo(read(HistoryQuery.ALL, PastRange.WHOLE, 1));
        try (SnapshotLadder again =
                new SnapshotLadder(past.log.span(), PastStateTest.LOG, directory, "t", note -> {})) {
            assertThat(again.climb(List.of(), 60, () -> false, file -> {})).isLessThan(2);
        }
        for (ModelAnswer.Hold hold : past.moments.get(RECORDS / 2).holds().subList(0, 1)) {
            assertThat(read(new HistoryQuery(Kind.COMMAND, hold.id(), "acme"), PastRange.WHOLE, 1))
                    .as("another tenant's")
                    .isEmpty();
        }
    }
}
