package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 10_000);
    private static final int THREADS = 2;
    private static final Duration START_MAX = Duration.ofMinutes(1);

    /** Eight times what a seed took on two cores that other work had most of. */
    private static final Duration SEED_MAX = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    @Test
    void everyInvariantHoldsOnManySeeds() {
        everythingWentWrong(everyInvariantHolds(Long.getLong("seed", 1), SEEDS, ""));
    }

    @Test
    void everyInvariantHoldsOnTheSeedsOfTheCommit() {
        Optional<String> commit = CommitSeeds.hash("HEAD");
        everyInvariantHolds(
                commit.map(CommitSeeds::from).orElse(CommitSeeds.OF_NO_COMMIT),
                Math.min(SEEDS, CommitSeeds.COUNT),
                commit.map(hash -> " (./hotlane simulate --commit " + hash + ")")
                        .orElse(", as git knows no commit here"));
    }

    private Map<String, Long> everyInvariantHolds(long from, int count, String why) {
        System.out.printf("SimulationTest: %d seeds from %d on%s%n", count, from, why);
        Map<String, Long> figures = SimulationChild.of(directory, from, count, THREADS)
                .run(count, START_MAX.plus(SEED_MAX.multipliedBy(count)));
        System.out.println("SimulationTest: " + figures);
        return figures;
    }

    /** A simulation in which nothing goes wrong proves nothing. Too rare for these seeds: what SnapshotBehindTheLogTest has. */
    private static void everythingWentWrong(Map<String, Long> figures) {
        for (Incident.Kind kind : Incident.Kind.values()) {
            if (!kind.isScripted()) {
                assertThat(figures).containsKey(SimTally.line(kind));
            }
        }
        assertThat(figures)
                .containsKeys(
                        "take-overs",
                        "commits of unknown outcome",
                        "exit STEPPED_DOWN",
                        "exit FENCED",
                        "exit CHECKPOINT_BEHIND",
                        "exit UNKNOWN_RULES",
                        "exit LATE_SKIP",
                        "exit LOG_LOST_RANGE at start",
                        "exit GATEWAY_STUCK",
                        "exit STAGE_FAILED",
                        "replies handed over",
                        "waits of a reply stage for room",
                        "poison skipped, proved by HALTED",
                        "skips refused, without a proof",
                        "records skipped",
                        "records stepped over",
                        "rules changed by an intruder",
                        "commands skipped by an intruder",
                        "answers voided by a forged SKIP",
                        "ages of views",
                        "answers of views",
                        "packs applied",
                        "packs lost by the broker",
                        "packs not taken",
                        "reads from a view",
                        "reads key by key",
                        "reads sent to the lane",
                        "views dropped",
                        "views of a rewritten log",
                        "answers MALFORMED",
                        "answers QUARANTINED",
                        "records deleted",
                        "exit crashed in a transaction",
                        "not executed",
                        "unknown outcomes",
                        "answers replayed",
                        "answers ID_EXPIRED",
                        "answers ID_IN_FUTURE",
                        "answers ID_REUSED",
                        "answers ABANDONED",
                        "answers EXPIRED",
                        "answers RATE_LIMITED",
                        "sequences published",
                        "positions repeated",
                        "gaps of the feed",
                        "tombstones of the feed",
                        "feeds fenced",
                        "feeds killed before fence",
                        "feeds killed behind fence",
                        "feeds killed before send",
                        "feeds killed between sends",
                        "feeds killed before commit",
                        "feeds killed commit unanswered",
                        "feeds killed behind commit",
                        "feeds frozen before commit",
                        "feed commits of unknown outcome",
                        "feed commits that were late",
                        "feed transactions that took too long",
                        "fences by an operator",
                        "answers QUOTA_EXCEEDED");
    }

    @Test
    void aSeedIsOneRunAndNoOther() {
        SilentProduct silence = new SilentProduct();
        try {
            for (long seed = 1; seed <= 20; seed++) {
                assertThat(tallyOf(seed)).isEqualTo(tallyOf(seed));
            }
        } finally {
            silence.end();
        }
    }

    private static String tallyOf(long seed) {
        SimTally tally = new SimTally();
        assertThat(Shrinker.failureOf(Plan.of(seed), tally)).isNull();
        return tally.lines().toString();
    }
}
