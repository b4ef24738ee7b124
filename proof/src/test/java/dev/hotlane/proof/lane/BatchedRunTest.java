package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.Batcher;
import dev.hotlane.client.BatcherSettings;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Callers;
import dev.hotlane.proof.history.Recorder;
import dev.hotlane.proof.history.Workload;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.proof.history.check.CheckReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * 64 threads through one batcher, whose only gateway is killed again and again: no call runs twice, none is lost, and no
 * success is reported as a rejection. Two recorded callers beside them also read locally. Checker A judges, and the
 * counters equal the sum of what is done. {@code -Dcalls=1000000 -Dtest.heap=8g} makes it long; then the gateway is
 * killed every 5 s.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class BatchedRunTest {
    private static final int THREADS = 64;
    private static final int CALLS = Integer.getInteger("calls", 8_000);
    private static final Duration KILL_AFTER_MAX = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration RUN_MAX = Duration.ofMinutes(60);

    @TempDir
    Path directory;

    private final WholeLane on;

    BatchedRunTest(Lane lane) {
        on = WholeLane.withView(lane, WholeLane.rules(2 * CALLS, Duration.ofMinutes(60)));
    }

    @Test
    void everyCallRunsOnceThroughAGatewayThatIsKilled() throws Exception {
        Recording recording = Recording.in(directory);
        try (on;
                GatewayChild gateway = new GatewayChild(on.lane, 1).withView().start()) {
            on.processor.start("--view");
            on.processor.awaitLeading();
            gateway.awaitServing();
            String address = "http://127.0.0.1:" + gateway.port();
            try (Recorder recorder = Recorder.create(recording.history());
                    LaneClient client = ClientCalls.client(gateway.port());
                    Callers settling = new Callers(List.of(address), recorder, 10_000)) {
                Workload reading = Workload.start(settling, new WorkloadSettings("w", Seeds.next(), 2, 2, 20));
                BatchedCallers callers = load(client, recorder, gateway);
                System.out.println(reading.stop(PATIENCE));
                assertThat(callers.faults()).isEmpty();
                System.out.println(callers.ended() + " calls, " + callers.open().size() + " open");
                assertThat(callers.open()).as("calls whose outcome was open").isNotEmpty();
                for (BatchedCallers.Open open : callers.open()) {
                    settle(settling, callers, open);
                }
                callers.sums()
                        .forEach((counter, sum) -> assertThat(
                                        ClientCalls.done(client.counters().get(counter))
                                                .value())
                                .as(counter)
                                .isEqualTo(sum));
            }
            recording.dump(on);
        }
        CheckReport report = recording.check();
        System.out.println(report.summary());
        assertThat(report.details()).isEmpty();
        assertThat(report.fromView()).as("local reads from a view").isPositive();
        assertThat(report.attempts()).isGreaterThanOrEqualTo(CALLS);
        assertThat(report.refused()).as("rejected calls").isPositive();
    }

    private static BatchedCallers load(LaneClient client, Recorder recorder, GatewayChild gateway) {
        try (Batcher batcher = client.batcher(BatcherSettings.USUAL.withDrain(RUN_MAX))) {
            BatchedCallers callers = new BatchedCallers(client, batcher, recorder, CALLS);
            long begin = System.nanoTime();
            callers.start(THREADS, Seeds.next());
            int kills = 0;
            while (!callers.areOver()) {
                int killAt = (kills + 1) * CALLS / 4;
                Duration waited = awaitKill(callers, killAt);
                if (callers.areOver()) {
                    break;
                }
                recorder.nemesis("kill -9 gateway after " + waited);
                gateway.kill9();
                kills++;
                gateway.start();
                gateway.awaitServing();
            }
            System.out.printf("%d kills in %d s%n", kills, (System.nanoTime() - begin) / 1_000_000_000);
            assertThat(kills).as("kills").isPositive();
            return callers;
        }
    }

    /** Waits until that number of calls has ended, at most 5 s; returns how long. */
    private static Duration awaitKill(BatchedCallers callers, int killAt) {
        long begin = System.nanoTime();
        Awaitility.await("the next kill")
                .atMost(RUN_MAX)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> callers.areOver()
                        || callers.ended() >= killAt
                        || System.nanoTime() - begin > KILL_AFTER_MAX.toNanos());
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Sends the same call again until its outcome is final. */
    private static void settle(Callers settling, BatchedCallers callers, BatchedCallers.Open open) {
        CallResult told = Awaitility.await("the outcome of " + open)
                .atMost(RUN_MAX)
                .until(
                        () -> settling.send(THREADS, 0, open.request())
                                .toCompletionStage()
                                .toCompletableFuture()
                                .get(),
                        CallResult::isFinal);
        if (told.type() == CallResult.Type.OK) {
            callers.count(open.counter(), open.delta());
        }
    }
}
