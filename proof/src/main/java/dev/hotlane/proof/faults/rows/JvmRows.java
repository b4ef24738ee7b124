package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Processors on different JVMs, one with too little memory, and a rolling restart. */
public final class JvmRows {
    /** Exit code of -XX:+ExitOnOutOfMemoryError. */
    private static final int OUT_OF_MEMORY = 3;

    private static final int THREE = 3;
    private static final Duration TICKS = Duration.ofSeconds(10);
    private static final Duration TICKS_BRIEFLY = Duration.ofSeconds(3);

    private JvmRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F47",
                        "three processors with other identity hashes, locale, zone, collector, without JIT",
                        "the same digest at every TICK, under each leader",
                        ScenePlan.USUAL.withProcessors(THREE),
                        JvmRows::unlike),
                FaultRow.of(
                        "F53",
                        "-Xmx too small for the leader",
                        "it ends, the other leads, no half-life",
                        ScenePlan.USUAL,
                        JvmRows::small),
                FaultRow.of(
                        "F60",
                        "rolling restart of every process under load, new RULES on the way",
                        "the RULES change at one offset, for all",
                        ScenePlan.USUAL,
                        JvmRows::rolling));
    }

    /**
     * Every follower compares its digest with the leader's at each TICK. If they differ three times in a row and for a
     * second, it ends with DIVERGED.
     */
    private static void unlike(Scene on) {
        on.flags(
                on.processors().get(0),
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=2",
                "-Duser.language=tr",
                "-Duser.country=TR");
        on.flags(
                on.processors().get(1),
                "-Duser.timezone=Asia/Kathmandu",
                "-XX:-UseSerialGC",
                "-XX:+UseParallelGC",
                "-Dfile.encoding=ISO-8859-1");
        on.flags(on.processors().get(2), "-Xint", "-Xmx512m");
        on.killProcessors();
        on.processors().forEach(ChildSlot::start);
        on.awaitAll();
        int leaders = 0;
        for (int round = 0; round < THREE; round++) {
            on.load().awaitAnswers(300);
            Patience.pass(on.rounds(1, 0) == 1 ? TICKS : TICKS_BRIEFLY);
            on.await(
                    "the others to keep up",
                    () -> on.following().stream()
                            .allMatch(place -> on.offsets(place).getLong("applied")
                                    > on.offsets(on.awaitLeader()).getLong("flushed") - 10_000));
            leaders++;
            on.awaitLeader().kill9();
            on.awaitAll();
        }
        on.fact(leaders + " leaders, no digest differed");
    }

    private static void small(Scene on) {
        on.expectExit(OUT_OF_MEMORY);
        int tooSmall = ExitCode.HEAP_TOO_SMALL.number();
        on.expectExit(tooSmall);
        ChildSlot leader = on.awaitLeader();
        leader.leaveAlone();
        leader.kill9();
        on.await("another leader", () -> on.leader().isPresent());
        on.flags(leader, "-Xmx14m");
        int before = leader.exits().size();
        on.nemesis("a processor with 14 MB");
        leader.startOnce();
        on.await("its end", () -> leader.exits().size() > before);
        int code = leader.exits().get(before);
        // It refuses the RULES, unless the heap is full before it has read them.
        on.require(Set.of(OUT_OF_MEMORY, 1, tooSmall).contains(code), "it ended with " + code + ". " + leader.tail());
        on.expectExit(1);
        on.load().awaitAnswers(100);
        on.flags(leader);
        on.fact("ended with exit code " + code);
    }

    private static void rolling(Scene on) {
        Rules first = LaneRules.small(on.seed());
        Rules next = first.as(2, first.formatVersion()).withOpsMax(first.opsMax() / 2);
        for (ChildSlot place : on.places()) {
            on.load().awaitAnswers(100);
            on.nemesis("SIGTERM " + place.name());
            int code = place.stop();
            on.require(code == 0, place.name() + " ended with " + code + " when asked to stop. " + place.tail());
            on.awaitAll();
            if (place == on.processors().get(0)) {
                try (RecordForger scribe = RecordForger.of(on)) {
                    on.nemesis("RULES(2)");
                    scribe.write(null, new RecordWriter().rules(next));
                }
            }
        }
        on.await("RULES(2) everywhere", () -> on.processors().stream().allMatch(JvmRows::goesByTheNewRules));
        on.fact(on.places().size() + 1 + " changes, the new rules in force everywhere");
    }

    private static boolean goesByTheNewRules(ChildSlot place) {
        return place.status()
                .map(status -> status.getJsonObject("state").getInteger("rules") == 2)
                .orElse(false);
    }
}
