package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Shrinker.Failure;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("simulation.seeds", 10_000);
    private static final int THREADS = 2;

    @Test
    void everyInvariantHoldsOnManySeeds() throws InterruptedException {
        everythingWentWrong(everyInvariantHolds(Long.getLong("seed", 1), SEEDS, ""));
    }

    @Test
    void everyInvariantHoldsOnTheSeedsOfTheCommit() throws InterruptedException {
        Optional<String> commit = CommitSeeds.hash("HEAD");
        everyInvariantHolds(
                commit.map(CommitSeeds::from).orElse(CommitSeeds.OF_NO_COMMIT),
                Math.min(SEEDS, CommitSeeds.COUNT),
                commit.map(hash -> " (./hotlane simulate --commit " + hash + ")")
                        .orElse(", as git knows no commit here"));
    }

    private static SimTally everyInvariantHolds(long from, int count, String why) throws InterruptedException {
        System.out.printf("SimulationTest: %d seeds from %d on%s%n", count, from, why);
        Campaign.Report report = Campaign.run(from, count, THREADS);
        System.out.println("SimulationTest: " + report.tally().lines());
        assertThat(report.failures())
                .as(report.failures().stream().map(SimulationTest::describe).collect(Collectors.joining("\n")))
                .isEmpty();
        return report.tally();
    }

    /** A simulation in which nothing goes wrong proves nothing. Too rare for these seeds: what SnapshotBehindTheLogTest has. */
    private static void everythingWentWrong(SimTally tally) {
        for (Incident.Kind kind : Incident.Kind.values()) {
            if (!kind.isScripted()) {
                assertThat(tally.of(kind)).as(kind.name()).isPositive();
            }
        }
        assertThat(tally.lines())
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

    private static String describe(Failure failure) {
        Failure shrunk = Shrinker.shrink(failure);
        return "seed " + failure.plan().seed() + ": " + failure.why().getMessage()
                + "\nagain with: ./hotlane simulate --seed " + failure.plan().seed() + "\nshrunk to "
                + shrunk.plan().incidents() + "\nand " + shrunk.plan().orders();
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
