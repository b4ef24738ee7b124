package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Random faults, several at a time, and one acceptance over the whole run. */
public final class Soak {
    /** Length in a whole matrix. */
    private static final Duration USUAL = Duration.ofMinutes(5);

    private static final Duration BRIEF = Duration.ofSeconds(30);

    /** Keeps the calls few: the checker holds the history of half an hour in memory. */
    private static final int BREATH_MS_MAX = 50;

    private static final int AT_ONCE_MAX = 3;
    private static final int LASTS_MS_MAX = 4_000;

    private Soak() {}

    /** The row of the matrix. */
    public static List<FaultRow> all() {
        return List.of(row(on -> run(on, on.rounds(1, 0) == 1 ? USUAL : BRIEF)));
    }

    /** A row of that length. */
    public static FaultRow of(Duration time) {
        return row(on -> run(on, time));
    }

    private static FaultRow row(FaultRow.Script script) {
        ScenePlan plan = ScenePlan.USUAL.withFailpoints().withWires().withBreath(BREATH_MS_MAX);
        return FaultRow.of("F59", "everything at random", "the general acceptance over the whole run", plan, script);
    }

    private static void run(Scene on, Duration time) {
        RandomFaults nemesis = new RandomFaults(on);
        Map<String, Integer> done = new TreeMap<>();
        long end = System.nanoTime() + time.toNanos();
        int rounds = 0;
        while (System.nanoTime() < end) {
            on.load().awaitAnswers(on.random().nextInt(1, 200));
            for (int i = on.random().nextInt(1, AT_ONCE_MAX + 1); i > 0; i--) {
                done.merge(nemesis.strike(), 1, Integer::sum);
                Patience.pass(Duration.ofMillis(on.random().nextInt(LASTS_MS_MAX)));
            }
            on.nemesis("healed");
            on.heal();
            on.awaitLeader();
            // In one of three rounds the next fault comes before all processes are back.
            if (on.random().nextInt(3) > 0) {
                on.awaitAll();
            }
            rounds++;
        }
        long ended =
                on.places().stream().map(ChildSlot::exits).mapToLong(List::size).sum();
        on.fact(String.format("%d rounds, %d processes ended, faults %s", rounds, ended, done));
    }
}
