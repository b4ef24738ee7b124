package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** Ends a row: either the lane is healed and answers, log and MySQL agree, or the lane ends. One thread. */
final class SceneEnding {
    /**
     * Exit codes allowed in every row: of a processor that was killed, stopped, deposed or fenced, or found MySQL
     * behind its oldest change.
     */
    private static final Set<Integer> PLAIN_EXITS = Set.of(0, 137, 143, 40, 41, 42);

    private static final int ANSWERS_AFTER = 200;

    private final Scene scene;
    private final Findings findings;
    private final Set<Integer> exitsExpected = new TreeSet<>(PLAIN_EXITS);
    private boolean over;

    SceneEnding(Scene scene, Findings findings) {
        this.scene = scene;
        this.findings = findings;
    }

    void expectExit(int code) {
        exitsExpected.add(code);
    }

    /** Stops the load; no call may follow. */
    void endsHere(Workload load) {
        if (!over) {
            over = true;
            findings.tally(load.stop(Duration.ZERO));
        }
    }

    void settle(Workload load, Duration bound) throws IOException {
        if (!over) {
            over = true;
            long begin = System.nanoTime();
            scene.heal();
            Patience.await(
                    "an answer after the fault was over",
                    bound,
                    () -> load.tally().lastOkNanos() - begin > 0);
            findings.resumedMillis((load.tally().lastOkNanos() - begin) / 1_000_000);
            load.awaitAnswers(ANSWERS_AFTER);
            findings.tally(load.stop(Patience.LONG));
            scene.awaitAll();
            scene.closeHistory();
            awaitFlushed();
            new Acceptance(scene, findings).run();
        }
        judgeExits();
    }

    private void judgeExits() {
        for (ChildSlot place : scene.places()) {
            place.exits().stream()
                    .filter(code -> !exitsExpected.contains(code))
                    .forEach(code -> findings.fault(place.name() + " ended with exit code " + code + ", "
                            + findings.keptLog(place.directory()) + ": " + place.tail()));
        }
    }

    private void awaitFlushed() {
        long applied = scene.offsets(scene.awaitLeader()).getLong("applied");
        scene.await(
                "MySQL past offset " + applied,
                () -> scene.leader().map(SceneEnding::flushed).orElse(-1L) >= applied);
    }

    private static long flushed(ChildSlot place) {
        return place.status()
                .map(status -> status.getJsonObject("offsets").getLong("flushed"))
                .orElse(-1L);
    }
}
