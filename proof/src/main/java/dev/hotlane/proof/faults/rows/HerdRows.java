package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.Workload;
import dev.hotlane.proof.history.WorkloadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Thousands of callers come back at once after an outage. */
public final class HerdRows {
    private static final int CALLERS_OF_ONE = 1_000;
    private static final int GROUPS = 20;
    private static final int BREATH_MS_MAX = 10_000;
    private static final Duration OUTAGE = Duration.ofSeconds(60);
    private static final Duration OUTAGE_BRIEF = Duration.ofSeconds(5);
    private static final Duration MEASURED = Duration.ofSeconds(15);
    private static final Duration BACK_MAX = Duration.ofSeconds(30);
    private static final double SHARE_MIN = 0.8;

    private HerdRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(FaultRow.of(
                "F56",
                "5,000 callers come back after an outage of 60 s",
                "within 30 s goodput is at least 80 % of what it was",
                ScenePlan.USUAL,
                HerdRows::comeBack));
    }

    private static void comeBack(Scene on) {
        List<Workload> herd = new ArrayList<>();
        for (int i = 0; i < on.rounds(5, 1); i++) {
            herd.add(Workload.start(
                    on.callers(),
                    new WorkloadSettings(
                            on.lane() + "-herd" + i, on.seed() + i, CALLERS_OF_ONE, GROUPS, BREATH_MS_MAX)));
        }
        Patience.pass(MEASURED);
        double before = rate(herd);
        on.nemesis("both processors are down");
        on.processors().forEach(ChildSlot::leaveAlone);
        on.processors().forEach(ChildSlot::kill9);
        Patience.pass(on.rounds(1, 0) == 1 ? OUTAGE : OUTAGE_BRIEF);
        on.processors().forEach(ChildSlot::start);
        on.awaitLeader();
        Patience.pass(BACK_MAX.minus(MEASURED));
        double after = rate(herd);
        herd.forEach(workload -> workload.stop(Patience.LONG));
        boolean enough = after >= SHARE_MIN * before;
        on.require(enough || on.rounds(1, 0) == 0, String.format("%.0f answers/s before, %.0f after", before, after));
        on.fact(String.format(
                "%,d callers, %.0f answers/s before, %.0f/s after", herd.size() * CALLERS_OF_ONE, before, after));
    }

    private static double rate(List<Workload> herd) {
        long begin = decided(herd);
        Patience.pass(MEASURED);
        return (decided(herd) - begin) / (double) MEASURED.toSeconds();
    }

    private static long decided(List<Workload> herd) {
        return herd.stream().mapToLong(workload -> workload.tally().decided()).sum();
    }
}
