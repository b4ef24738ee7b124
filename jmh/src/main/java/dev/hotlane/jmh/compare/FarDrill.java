package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.jmh.compare.DelayLine.Delay;
import dev.hotlane.jmh.load.LoadResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a far database does to Hotlane: runs with MySQL next door and runs with it 9 +- 2 ms away, and for 3 s in their
 * middle 100 ms, in turn on the same processes. One thread, and one for the spike.
 */
final class FarDrill {
    private static final Delay FAR = Delay.ofRoundTrip(Duration.ofMillis(9), Duration.ofMillis(2));
    private static final Delay SPIKE = Delay.ofRoundTrip(Duration.ofMillis(100), Duration.ZERO);
    private static final long SPIKE_SECONDS = 3;
    private static final Duration RUN = Duration.ofSeconds(9);

    private final int connections;
    private final Duration warmUp;
    private final int runs;
    private final PrintWriter console;

    FarDrill(int connections, Duration warmUp, int runs, PrintWriter console) {
        this.connections = connections;
        this.warmUp = warmUp;
        this.runs = runs;
        this.console = console;
    }

    /** Runs it; gives the table. */
    String run() throws Exception {
        Result near = new Result(Choice.HOTLANE);
        Result far = new Result(Choice.HOTLANE);
        try (DevStack stack = DevStack.start(SideBySide.stack());
                DelayLine line = new DelayLine(SideBySide.mysqlPort(stack), 1);
                LaneContestant hotlane = new LaneContestant(
                        new RivalServers(stack, line.port(), "far", ComparePlan.ANSWER_MAX), Choice.HOTLANE)) {
            hotlane.start();
            Round round = new Round(hotlane);
            round.probe();
            round.run(connections, 0, Duration.ZERO, hotlane.warmUp(warmUp).plusSeconds(1));
            for (int run = 0; run < runs; run++) {
                line.delay(Delay.NONE);
                near.addClosed(row("next door", round.run(connections, 0, Duration.ZERO, RUN)));
                CompletableFuture<Void> spike = CompletableFuture.runAsync(() -> spike(line));
                far.addClosed(row("far away", round.run(connections, 0, Duration.ZERO, RUN)));
                spike.join();
            }
            hotlane.audit();
        }
        return String.format(
                Locale.ROOT,
                """
                %d runs of %d s each in turn, medians; %d connections, closed loop; every total was right.

                | MySQL | sold/s | p50 ms | p99 ms |
                |---|---|---|---|
                | next door | %,.0f | %.2f | %.2f |
                | 9 +- 2 ms away, 100 ms for %d s | %,.0f | %.2f | %.2f |
                | | %+.1f %% | | x %.2f |
                """,
                runs,
                RUN.toSeconds(),
                connections,
                near.rate(),
                near.closedMillis(50),
                near.closedMillis(99),
                SPIKE_SECONDS,
                far.rate(),
                far.closedMillis(50),
                far.closedMillis(99),
                100 * (far.rate() / near.rate() - 1),
                far.closedMillis(99) / near.closedMillis(99));
    }

    private void spike(DelayLine line) {
        try {
            line.delay(FAR);
            TimeUnit.SECONDS.sleep((RUN.toSeconds() - SPIKE_SECONDS) / 2);
            line.delay(SPIKE);
            TimeUnit.SECONDS.sleep(SPIKE_SECONDS);
            line.delay(FAR);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private LoadResult row(String what, LoadResult result) {
        console.printf("%-10s %s%n", what, result.summary());
        console.flush();
        return result;
    }
}
