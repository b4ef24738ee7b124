package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.proof.history.Callers;
import dev.hotlane.proof.history.Recorder;
import dev.hotlane.proof.history.Workload;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.proof.history.check.CheckReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processor, broker and database fail in any order, one while another is still down; answers, log and MySQL agree.
 * Recorded callers also read locally, through two gateways with views.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class AnythingFailsTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 4);
    private static final int CALLERS = 16;
    private static final int ANSWERS_BETWEEN_MAX = 400;
    private static final int AWAY_MS_MAX = 3_000;

    /** Recorded callers beside the others, a seventh of whose calls are local reads. */
    private static final int READERS = 4;

    private static final int BREATH_MS_MAX = 8;
    private static final long ANSWER_MS_MAX = 13_000;

    private final WholeLane on;
    private final Stack stack;

    AnythingFailsTest(Lane lane) {
        on = WholeLane.withView(lane);
        stack = lane.stack();
    }

    @AfterEach
    void end() {
        heal();
        on.close();
    }

    @TempDir
    Path directory;

    @Test
    void givesOneOrderWhateverFailsWhile() {
        long seed = Seeds.next();
        Client client = on.serveViewed();
        Recording recording = Recording.in(directory);
        List<String> gateways = List.of(
                "http://127.0.0.1:" + client.port(),
                "http://127.0.0.1:" + on.viewingGateway(1).port());
        History history;
        try (Recorder recorder = Recorder.create(recording.history());
                Callers callers = new Callers(gateways, recorder, ANSWER_MS_MAX)) {
            WorkloadSettings settings = new WorkloadSettings("w", seed, READERS, 2, BREATH_MS_MAX);
            Workload reading = Workload.start(callers, settings);
            history = failAgainAndAgain(client, seed);
            System.out.println(reading.stop(Duration.ofSeconds(60)));
        }
        recording.dump(on);
        on.requireOneStory(client, history, recording.read().ids());
        CheckReport report = recording.checkAmongOthers();
        System.out.println(report.summary());
        assertThat(report.details()).isEmpty();
        assertThat(report.fromView()).as("local reads from a view").isPositive();
    }

    private History failAgainAndAgain(Client client, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Load load = Load.start(client, "any", seed, CALLERS);
        for (int round = 0; round < ROUNDS; round++) {
            load.awaitAnswers(random.nextInt(1, ANSWERS_BETWEEN_MAX));
            for (int failures = random.nextInt(1, 3); failures > 0; failures--) {
                fail(random.nextInt(7));
                on.processor.live(Duration.ofMillis(random.nextInt(AWAY_MS_MAX)));
            }
            heal();
            on.processor.awaitLeading();
        }
        load.awaitAnswers(CALLERS);
        return load.stop();
    }

    private void fail(int what) {
        switch (what) {
            case 0 -> stack.kafka().kill9();
            case 1 -> stack.mysql().kill9();
            case 2 -> {
                stack.kafka().start();
                stack.kafka().suspend();
            }
            case 3 -> {
                stack.mysql().start();
                stack.mysql().suspend();
            }
            case 4 -> on.processor.process().suspend();
            case 5 -> {
                on.processor.process().resume();
                on.processor.awaitPages();
                assertThat(on.processor.stop()).as("exit code").isZero();
                on.processor.start("--view");
            }
            default -> {
                on.processor.kill9();
                on.processor.start("--view");
            }
        }
    }

    /** Starts broker and database if they were killed, and resumes all that was suspended. */
    private void heal() {
        stack.kafka().start();
        stack.kafka().resume();
        stack.mysql().start();
        stack.mysql().resume();
        if (on.processor.process().isAlive()) {
            on.processor.process().resume();
        }
    }
}
