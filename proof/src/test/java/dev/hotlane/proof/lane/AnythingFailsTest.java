package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processor, broker and database fail in any order, one while another is still down; answers, log and MySQL agree. */
@Tag("it")
@ExtendWith(RealStack.class)
class AnythingFailsTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 4);
    private static final int CALLERS = 16;
    private static final int ANSWERS_BETWEEN_MAX = 400;
    private static final int AWAY_MS_MAX = 3_000;

    private final WholeLane on;
    private final Stack stack;

    AnythingFailsTest(Lane lane) {
        on = new WholeLane(lane);
        stack = lane.stack();
    }

    @AfterEach
    void end() {
        heal();
        on.close();
    }

    @Test
    void tellsOneStoryWhateverFailsWhile() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        Client client = on.serve();
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
        on.requireOneStory(client, load.stop());
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
                on.processor.start();
            }
            default -> {
                on.processor.kill9();
                on.processor.start();
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
