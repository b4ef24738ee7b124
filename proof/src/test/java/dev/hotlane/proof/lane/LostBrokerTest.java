package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.StackServer;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Without a broker no call succeeds: 503 for a command that was not sent, 504 for one that may have run. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class LostBrokerTest {
    private static final int CALLERS = 16;
    private static final int KILLS = 3;
    private static final int ANSWERS_BETWEEN_MAX = 1_000;

    private final WholeLane on;
    private final StackServer kafka;

    LostBrokerTest(Lane lane) {
        on = new WholeLane(lane);
        kafka = lane.stack().kafka();
    }

    @AfterEach
    void end() {
        kafka.start();
        kafka.resume();
        on.close();
    }

    @Test
    void resumesByItselfEachTimeTheBrokerIsKilledUnderLoad() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        Client client = on.serve();
        Load load = Load.start(client, "broker-kill", seed, CALLERS);
        for (int kill = 0; kill < KILLS; kill++) {
            load.awaitAnswers(random.nextInt(1, ANSWERS_BETWEEN_MAX));
            kafka.kill9();
            kafka.start();
            on.processor.awaitLeading();
        }
        load.awaitAnswers(200);
        on.requireOneStory(client, load.stop());
    }

    @Test
    void resumesByItselfWhenTheBrokerWasFrozenUnderLoad() {
        Client client = on.serve();
        Load load = Load.start(client, "broker-stop", Seeds.next(), CALLERS);
        load.awaitAnswers(200);
        kafka.suspend();
        on.processor.live(Duration.ofSeconds(12));
        kafka.resume();
        load.awaitAnswers(200);
        on.requireOneStory(client, load.stop());
    }
}
