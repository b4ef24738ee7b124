package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.verify.Verification;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** SIGKILL at any moment loses nothing and repeats nothing, and every caller gets the outcome of its command. */
@Tag("it")
@ExtendWith(RealStack.class)
class KilledProcessorTest {
    private static final int KILLS = 20;
    private static final int CALLERS = 24;
    private static final int ANSWERS_BETWEEN_MAX = 1_500;
    private static final int START_MS_MAX = 2_500;

    private final WholeLane on;

    KilledProcessorTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void losesAndRepeatsNothingWhenKilledTwentyTimesUnderLoad() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        try (on) {
            Client client = on.serve();
            Load load = Load.start(client, "kill", seed, CALLERS);
            long verified = 0;
            for (int kill = 1; kill <= KILLS; kill++) {
                awaitRandomMoment(load, random, kill);
                on.processor.kill9();
                on.processor.start();
                Verification verification = on.verify();
                assertThat(verification.nextOffset()).isGreaterThanOrEqualTo(verified);
                verified = verification.nextOffset();
            }
            on.processor.awaitLeading();
            load.awaitAnswers(CALLERS);
            on.requireOneStory(client, load.stop());
        }
    }

    /** Every fourth kill comes during a start: while the processor loads, replays, or stands for leadership. */
    private void awaitRandomMoment(Load load, SplittableRandom random, int kill) {
        if (kill % 4 == 0) {
            on.processor.live(Duration.ofMillis(random.nextInt(START_MS_MAX)));
        } else {
            on.processor.awaitLeading();
            load.awaitAnswers(random.nextInt(1, ANSWERS_BETWEEN_MAX));
        }
    }
}
