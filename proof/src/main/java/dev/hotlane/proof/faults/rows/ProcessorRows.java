package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Processors that are killed, suspended, or started at once. */
public final class ProcessorRows {
    private static final long SILENCE_MS_MAX = 600_000;

    private ProcessorRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F01",
                        "kill -9 of the leader under load",
                        "the other leads; resume time",
                        ScenePlan.USUAL,
                        ProcessorRows::killLeader),
                FaultRow.of(
                        "F03",
                        "SIGSTOP of the leader, take-over, SIGCONT",
                        "the zombie ends within 1 s of waking up, without a flush",
                        ScenePlan.USUAL,
                        ProcessorRows::zombie),
                FaultRow.of(
                        "F05",
                        "two processors started at once",
                        "one leads, the other follows",
                        ScenePlan.USUAL,
                        ProcessorRows::race));
    }

    private static void killLeader(Scene on) {
        int kills = on.rounds(50, 3);
        Histogram silences = new Histogram(SILENCE_MS_MAX, 3);
        for (int kill = 0; kill < kills; kill++) {
            on.load().awaitAnswers(on.random().nextInt(1, 800));
            ChildSlot leader = on.awaitLeader();
            on.load().tally().measureSilenceAnew();
            on.nemesis("kill -9 " + leader.name());
            leader.kill9();
            on.await(
                    "another leader",
                    () -> on.leader().filter(next -> next != leader).isPresent());
            on.load().awaitAnswers(50);
            silences.recordValue(Math.min(SILENCE_MS_MAX, on.load().tally().longestSilenceMillis()));
            on.awaitAll();
        }
        on.fact(String.format(
                "%d kills, last ok to first ok p50 %,d ms, p99 %,d ms, max %,d ms",
                kills, silences.getValueAtPercentile(50), silences.getValueAtPercentile(99), silences.getMaxValue()));
    }

    private static void zombie(Scene on) {
        int rounds = on.rounds(5, 1);
        long slowest = 0;
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(on.random().nextInt(50, 500));
            ChildSlot leader = on.awaitLeader();
            leader.leaveAlone();
            on.nemesis("SIGSTOP " + leader.name());
            leader.suspend();
            on.await("a take-over", () -> on.leader().isPresent());
            on.load().awaitAnswers(100);
            on.nemesis("SIGCONT " + leader.name());
            int before = leader.exits().size();
            leader.resume();
            long took = on.await("the end of the zombie", () -> leader.exits().size() > before);
            slowest = Math.max(slowest, took);
            int code = leader.exits().get(before);
            on.require(code == 40 || code == 41, "the zombie ended with exit code " + code + ", expected 40 or 41");
            leader.start();
            on.awaitAll();
        }
        on.requireWithin(1_000, slowest, "the end of a zombie");
        on.fact(String.format("%d take-overs, zombie gone after at most %,d ms", rounds, slowest));
    }

    private static void race(Scene on) {
        int races = on.rounds(20, 2);
        for (int race = 0; race < races; race++) {
            on.load().awaitAnswers(50);
            on.processors().forEach(ChildSlot::leaveAlone);
            on.nemesis("kill -9 of both processors, both started");
            on.processors().forEach(ChildSlot::kill9);
            on.processors().forEach(ChildSlot::start);
            on.await("a leader", () -> on.leader().isPresent());
            on.awaitAll();
        }
        on.fact(races + " races, the winner led, the other followed");
    }
}
