package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.StackServer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** While MySQL is down every command is answered as usual; afterwards MySQL catches up. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class LostMySqlTest {
    private static final int CALLERS = 16;

    /** A lane that waited for MySQL would send no BEAT for longer than this. */
    private static final Duration BEAT_AGE_MAX = Duration.ofSeconds(5);

    private static final Duration AWAY = Duration.ofSeconds(7);

    private final WholeLane on;
    private final StackServer mysql;

    LostMySqlTest(Lane lane) {
        on = new WholeLane(lane);
        mysql = lane.stack().mysql();
    }

    @AfterEach
    void end() {
        mysql.start();
        mysql.resume();
        on.close();
    }

    @Test
    void answersEveryCommandWhileMySqlIsKilledAndAfter() {
        Client client = on.serve(BEAT_AGE_MAX);
        Load load = Load.start(client, "sql-kill", Seeds.next(), CALLERS);
        load.awaitAnswers(200);

        mysql.kill9();
        on.processor.live(AWAY);
        load.awaitAnswers(200);
        assertThat(flushFailures()).isPositive();
        mysql.start();

        Awaitility.await("a flush").atMost(Duration.ofSeconds(30)).until(() -> flushFailures() == 0);
        load.awaitAnswers(200);
        History history = load.stop();
        assertThat(load.open()).as("answers of 503 and 504").isEmpty();
        on.requireOneStory(client, history);
    }

    @Test
    void answersEveryCommandWhileMySqlIsFrozenAndAfter() {
        Client client = on.serve(BEAT_AGE_MAX);
        Load load = Load.start(client, "sql-stop", Seeds.next(), CALLERS);
        load.awaitAnswers(200);

        mysql.suspend();
        on.processor.live(AWAY);
        long flushed = WholeLane.flushed(client);
        load.awaitAnswers(200);
        assertThat(WholeLane.flushed(client))
                .as("flushed by a server that stands still")
                .isEqualTo(flushed);
        mysql.resume();

        load.awaitAnswers(200);
        History history = load.stop();
        assertThat(load.open()).as("answers of 503 and 504").isEmpty();
        on.requireOneStory(client, history);
    }

    @Test
    void aProcessorKilledMeanwhileWaitsForMySqlAndReplaysWhatItMissed() {
        Client client = on.serve();
        Load load = Load.start(client, "sql-both", Seeds.next(), CALLERS);
        load.awaitAnswers(200);
        mysql.kill9();
        load.awaitAnswers(500);

        on.processor.kill9();
        on.processor.start().live(Duration.ofSeconds(3));
        mysql.start();
        on.processor.awaitLeading();

        load.awaitAnswers(200);
        on.requireOneStory(client, load.stop());
    }

    private int flushFailures() {
        return on.processor.awaitStatus().getJsonObject("flush").getInteger("failures");
    }
}
