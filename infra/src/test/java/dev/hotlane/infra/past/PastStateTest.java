package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.infra.past.PastQuery.Kind;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.proof.model.ModelAnswer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state at any record and at any millisecond is that of the reference model. {@code -Dseed=} repeats a run. */
class PastStateTest {
    static final Identity LOG = new Identity("cluster", "topic");
    private static final int RECORDS = 300;

    private final long seed = Long.getLong("seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path directory;

    private RandomPast past(Set<Long> skipped) {
        System.out.println("PastStateTest: -Dseed=" + seed);
        return new RandomPast(random.split(), RECORDS, skipped);
    }

    private PastState at(RandomPast past, Path... snapshots) {
        return new PastState(past.log.span(), LOG, List.of(snapshots), notes::add);
    }

    private Set<Long> somewhere() {
        return IntStream.range(0, 12)
                .mapToObj(i -> (long) random.nextInt(20, RECORDS - 40))
                .collect(Collectors.toSet());
    }

    private Path snapshot(RandomPast past, long sequence) {
        Path file = directory.resolve("s-" + sequence);
        try (PastState state = at(past)) {
            state.goTo(sequence);
            StateFile.write(state.state(), LOG, state.last(), file);
        }
        return file;
    }

    @Test
    void theStateAfterEachRecordIsThatOfTheModel() {
        RandomPast past = past(somewhere());
        Path middle = snapshot(past, RECORDS / 2);
        for (int n = 0; n < past.log.end(); n++) {
            Path[] snapshots = random.nextBoolean() ? new Path[] {middle} : new Path[0];
            try (PastState state = at(past, snapshots)) {
                requireSame(past, n, state.goTo(n), "-Dseed=" + seed + " sequence " + n);
            }
        }
    }

    @Test
    void theStateAtEachMillisecondIsThatOfTheModel() {
        RandomPast past = past(somewhere());
        long last = past.moments.get(past.moments.size() - 1).time();
        long first = last - 1_200;
        Path quarter = snapshot(past, RECORDS / 4);
        for (long time = first; time < last; time++) {
            try (PastState state = at(past, quarter)) {
                requireSame(past, before(past, time), state.goToTime(time), "-Dseed=" + seed + " time " + time);
            }
        }
        try (PastState state = at(past)) {
            assertThatThrownBy(() -> state.goToTime(last))
                    .isInstanceOfSatisfying(
                            PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUESTION))
                    .hasMessageContaining("no record has a log time after");
        }
    }

    /** The last record whose log time is at or before that time. */
    private static int before(RandomPast past, long time) {
        int n = 0;
        while (past.moments.get(n + 1).time() <= time) {
            n++;
        }
        return n;
    }

    private static void requireSame(RandomPast past, int n, PastState found, String step) {
        RandomPast.Moment expected = past.moments.get(n);
        assertThat(found.sequence()).as(step).isEqualTo(n);
        Map<String, ModelAnswer.Counter> counters = new TreeMap<>();
        found.state()
                .rows()
                .counters((key, length, value, version, held, confirmed) -> counters.put(
                        new String(key, 0, length, StandardCharsets.UTF_8),
                        new ModelAnswer.Counter(value, version, held, confirmed)));
        assertThat(counters).as(step).isEqualTo(expected.counters());
        assertThat(found.state().logTime()).as(step).isEqualTo(expected.time());
        for (ModelAnswer.Hold hold : expected.holds()) {
            PastQuery query = new PastQuery(Kind.RESERVATION, hold.id(), "");
            PastAnswer answer = PastAnswer.now(found.state(), query);
            assertThat(answer.rows()).as(step).hasSize(1);
            assertThat(answer.rows().get(0))
                    .as(step)
                    .contains("\"state\":\"" + hold.state().name().toLowerCase(Locale.ROOT) + "\"")
                    .contains("\"expiresAt\":" + hold.expiresAt());
        }
        String digest = String.format("digest %016x", expected.digest());
        PastAnswer summary = PastAnswer.of(found, new PastQuery(Kind.SUMMARY, "", ""));
        assertThat(summary.heading()).as(step).contains(digest);
        if (n < RECORDS - 1) {
            assertThat(summary.heading()).as(step).contains("proved by the TICK");
        }
    }

    @Test
    void keysOwnersAndPrefixesAreFound() {
        RandomPast past = past(Set.of());
        RandomPast.Moment moment = past.moments.get(RECORDS - 1);
        try (PastState state = at(past)) {
            state.goTo(RECORDS - 1);
            PastAnswer stock = PastAnswer.now(state.state(), new PastQuery(Kind.PREFIX, "stock:", ""));
            assertThat(stock.rows()).hasSize((int) moment.counters().keySet().stream()
                    .filter(key -> key.startsWith("stock:"))
                    .count());
            PastAnswer owned = PastAnswer.now(state.state(), new PastQuery(Kind.OWNER, "o1", ""));
            assertThat(owned.rows()).hasSize((int) moment.holds().stream()
                    .filter(hold -> hold.owner().equals("o1"))
                    .count());
            PastAnswer other = PastAnswer.now(state.state(), new PastQuery(Kind.OWNER, "o1", "acme"));
            assertThat(other.rows()).as("another tenant's").isEmpty();
            assertThat(PastAnswer.now(state.state(), new PastQuery(Kind.KEY, "never", ""))
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void aCutLogNeedsASnapshotAndNamesTheOldestPoint() {
        RandomPast past = past(Set.of());
        Path middle = snapshot(past, 200);
        past.log.deleteBefore(150);
        try (PastState state = at(past, middle)) {
            assertThatThrownBy(() -> state.goTo(180))
                    .isInstanceOfSatisfying(
                            PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE))
                    .hasMessageContaining("oldest is sequence 200, time ");
        }
        try (PastState state = at(past)) {
            assertThatThrownBy(() -> state.goTo(180)).hasMessageContaining("the log begins at offset 150");
        }
        try (PastState state = at(past, middle)) {
            requireSame(past, 230, state.goTo(230), "behind the snapshot");
        }
        try (PastState state = at(past, middle)) {
            assertThatThrownBy(() -> state.goTo(past.log.end()))
                    .isInstanceOfSatisfying(
                            PastException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUESTION))
                    .hasMessageContaining("--sequence: sequence " + past.log.end() + " is past the end");
        }
    }

    @Test
    void aDamagedOrForeignSnapshotIsReportedAndTheNextOlderOneTaken() throws Exception {
        RandomPast past = past(Set.of());
        Path old = snapshot(past, 100);
        Path damaged = snapshot(past, 200);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);
        Path foreign = directory.resolve("foreign");
        RandomPast other = new RandomPast(random.split(), RECORDS, Set.of());
        try (PastState state = at(other)) {
            state.goTo(220);
            StateFile.write(state.state(), LOG, state.last(), foreign);
        }
        try (PastState state = at(past, directory)) {
            requireSame(past, 250, state.goTo(250), "with two that are no use");
            assertThat(state.source()).isEqualTo(old.toString());
        }
        assertThat(notes)
                .anyMatch(note -> note.contains(damaged + " is damaged"))
                .anyMatch(note -> note.contains(foreign + " is not used: its last record, at offset 220"));
    }
}
