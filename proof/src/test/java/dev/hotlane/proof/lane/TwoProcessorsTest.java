package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.RecordKind;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Of two processors exactly one leads and answers. */
@Tag("it")
@ExtendWith(RealStack.class)
class TwoProcessorsTest {
    private static final int CALLERS = 16;

    /** Longer than a busy machine delays a leader: a take-over happens only after the leader's end. */
    private static final String UNHURRIED = "--takeover-silence-ms=5000";

    private final WholeLane on;
    private final ProcessorChild second;

    TwoProcessorsTest(Lane lane) {
        on = new WholeLane(lane);
        second = on.place("second");
    }

    @AfterEach
    void end() {
        on.close();
    }

    @Test
    void theSecondKeepsSilentWhileTheFirstLeadsAndServesWhenItIsKilled() {
        Client client = on.serve();
        Load load = Load.start(client, "two", Seeds.next(), CALLERS);
        load.awaitAnswers(200);
        second.start(UNHURRIED);
        second.awaitFollowing();
        second.live(Duration.ofSeconds(3));
        load.awaitAnswers(200);
        assertThat(second.leads()).isFalse();
        assertThat(on.processor.leads()).isTrue();

        on.processor.kill9();
        second.awaitLeading();
        load.awaitAnswers(500);
        on.requireOneStory(client, load.stop());
    }

    @Test
    void aLeaderThatWakesUpAfterItWasReplacedEndsWithoutAWord() {
        Client client = on.serve();
        Load load = Load.start(client, "zombie", Seeds.next(), CALLERS);
        load.awaitAnswers(200);
        second.start(UNHURRIED);
        second.awaitFollowing();

        on.processor.process().suspend();
        second.awaitLeading();
        load.awaitAnswers(200);
        long lead = on.census().last(RecordKind.LEAD);
        on.processor.process().resume();

        assertThat(on.processor.awaitExit())
                .as("exit code")
                .isIn(ExitCode.STEPPED_DOWN.number(), ExitCode.FENCED.number());
        load.awaitAnswers(200);
        on.requireOneStory(client, load.stop());
        assertThat(new RepliedOnce(on.lane).beyond(lead)).as("told twice").isEmpty();
    }

    @Test
    void aLeaderThatStoodStillGoesOnIfNobodyTookItsPlace() {
        Client client = on.serve();
        Load load = Load.start(client, "pause", Seeds.next(), CALLERS);
        load.awaitAnswers(200);
        int leads = on.census().count(RecordKind.LEAD);
        on.processor.process().suspend();
        on.processor.live(Duration.ofSeconds(5));
        on.processor.process().resume();
        load.awaitAnswers(200);
        on.requireOneStory(client, load.stop());
        assertThat(on.census().count(RecordKind.LEAD)).isEqualTo(leads);
    }

    @Test
    void ofTwoStartedAtOnceOneLeadsAndOneFollows() {
        on.processor.start(UNHURRIED);
        second.start(UNHURRIED);
        Client client = on.client(on.gateway(0));
        Awaitility.await("a leader").atMost(Duration.ofSeconds(60)).until(() -> on.processor.leads() || second.leads());
        ProcessorChild follower = on.processor.leads() ? second : on.processor;
        follower.awaitFollowing();
        WholeLane.awaitServing(client);
        Load load = Load.start(client, "both", Seeds.next(), CALLERS);
        load.awaitAnswers(500);
        assertThat(on.processor.leads()).isNotEqualTo(second.leads());
        on.requireOneStory(client, load.stop());
        assertThat(follower.awaitStatus().getLong("epoch")).isZero();
    }
}
