package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.time.Duration;
import java.util.List;

/** The broker is restarted, killed or suspended. */
public final class BrokerRows {
    private static final Duration FROZEN = Duration.ofSeconds(30);
    private static final Duration FROZEN_BRIEFLY = Duration.ofSeconds(8);
    private static final long RESUMED_MS_MAX = 15_000;

    private BrokerRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F14",
                        "orderly restart of the broker",
                        "answers within 15 s",
                        ScenePlan.USUAL,
                        on -> again(
                                on,
                                "restart of the broker",
                                () -> on.stack().kafka().restart())),
                FaultRow.of(
                        "F15",
                        "kill -9 of the broker",
                        "answers within 15 s",
                        ScenePlan.USUAL,
                        on -> again(on, "kill -9 of the broker", () -> {
                            on.stack().kafka().kill9();
                            on.stack().kafka().start();
                        })),
                FaultRow.of(
                        "F16",
                        "SIGSTOP of the broker for 30 s",
                        "answers within 15 s of SIGCONT",
                        ScenePlan.USUAL,
                        on -> again(on, "SIGSTOP of the broker", () -> {
                            on.stack().kafka().suspend();
                            Patience.pass(on.rounds(1, 0) == 1 ? FROZEN : FROZEN_BRIEFLY);
                            on.stack().kafka().resume();
                        })));
    }

    /** Makes the fault in rounds under load; after each, an answer must come within 15 s. */
    static void again(Scene on, String what, Runnable fault) {
        int rounds = on.rounds(3, 1);
        long slowest = 0;
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(on.random().nextInt(50, 500));
            on.nemesis(what);
            fault.run();
            long over = System.nanoTime();
            on.await("an answer", () -> on.load().tally().lastOkNanos() > over);
            slowest = Math.max(slowest, (System.nanoTime() - over) / 1_000_000);
            on.awaitAll();
        }
        on.requireWithin(RESUMED_MS_MAX, slowest, "the first answer after the broker was back");
        on.fact(String.format("%d times, answers after at most %,d ms", rounds, slowest));
    }
}
