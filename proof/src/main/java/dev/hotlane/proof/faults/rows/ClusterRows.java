package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.Cluster;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.time.Duration;
import java.util.List;

/** Three brokers, of which one or two fail. */
public final class ClusterRows {
    private static final Duration SETTLES = Duration.ofSeconds(5);
    private static final Duration WATCHED = Duration.ofSeconds(10);
    private static final long RESUMED_MS_MAX = 15_000;

    private ClusterRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(FaultRow.of(
                        "F17",
                        "three brokers: the one that leads the log is killed, then a second",
                        "answers go on with two; with one, below the least copies, none is a success",
                        ScenePlan.USUAL,
                        ClusterRows::oneByOne)
                .on(Cluster::start));
    }

    private static void oneByOne(Scene on) {
        Cluster cluster = (Cluster) on.stack();
        int rounds = on.rounds(3, 1);
        long slowest = 0;
        for (int round = 0; round < rounds; round++) {
            int first = cluster.leaderOf(on.commands());
            on.nemesis("kill -9 of broker " + first + ", which leads the log");
            long killed = System.nanoTime();
            cluster.broker(first).kill9();
            on.await("an answer with two brokers", () -> on.load().tally().lastOkNanos() - killed > 1_000_000_000L);
            slowest = Math.max(slowest, on.load().tally().longestSilenceMillis());
            on.load().awaitAnswers(100);
            int second = cluster.leaderOf(on.commands());
            on.nemesis("kill -9 of broker " + second + " too");
            cluster.broker(second).kill9();
            Patience.pass(SETTLES);
            long ok = on.load().tally().ok();
            Patience.pass(WATCHED);
            long more = on.load().tally().ok() - ok;
            on.require(more == 0, more + " successes with one broker of three");
            cluster.kafka().start();
            on.awaitAll();
            on.load().awaitAnswers(100);
            on.load().tally().measureSilenceAnew();
        }
        on.requireWithin(RESUMED_MS_MAX, slowest, "going on with two brokers");
        on.fact(String.format(
                "%d times, silence with two brokers left %,d ms at most, with one: no success", rounds, slowest));
    }
}
