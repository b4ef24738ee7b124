package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.protocol.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which reads the view answers, and what the others get. */
class LocalReadsTest extends OnAView {
    @Test
    void aViewWithoutAProofGoesThroughTheLane() {
        CounterCaller first = send(LOCAL, "a");
        lane.endTurn();
        assertThat(first.answers).isEmpty();
        lane.reply(1, counters(10, 5));
        assertThat(first.answers).containsExactly("lane 10 0", "200 10 " + body("a", 5, 10));
        lane.reply(0, writer -> writer.verdict(Verdict.OK, 9, 99).counters(0));
        CounterCaller second = send(LOCAL, "a");
        assertThat(second.answers).containsExactly("view 10 0", "200 3 " + BODY_AT_TEN);
        assertThat(List.of(counts.view, counts.lane)).containsExactly(1, 1);
    }

    @Test
    void aReadOfNoKeyProvesTheAgeWhileReadsUseTheView() {
        send(LOCAL, "a");
        assertThat(lane.keys(0)).as("the first record").isEmpty();
        lane.reply(0, writer -> writer.verdict(Verdict.OK, 10, 99).counters(0));
        lane.pass(20);
        reads.prove();
        assertThat(send(LOCAL, "a").answers.get(0)).isEqualTo("view 10 20");
        lane.endTurn();
        int records = lane.records();
        lane.pass(30);
        reads.prove();
        assertThat(lane.records()).isEqualTo(records + 1);
        lane.pass(1_001);
        reads.prove();
        assertThat(lane.records()).as("no read for a second").isEqualTo(records + 1);
    }

    @Test
    void aReadOfTheLaneProvesTheAgeButABeatDoesNot() {
        lane.exchanges.publish(new CounterCaller(lane.exchanges, "z"));
        lane.pass(7);
        lane.reply(0, counters(10, 1));
        lane.pass(2);
        assertThat(send(LOCAL, "a").answers.get(0)).isEqualTo("view 10 9");
        lane.pass(10);
        lane.beat(11);
        assertThat(send(LOCAL, "a").answers.get(0))
                .as("although the view has all that the BEAT reports")
                .isEqualTo("view 10 19");
    }

    @Test
    void anOlderViewThanTheCallerAllowsGoesThroughTheLane() {
        prove(10);
        lane.pass(200);
        assertThat(send(new ReadTerms(true, 200, ReadTerms.NONE), "a").answers).isNotEmpty();
        lane.pass(1);
        assertThat(send(new ReadTerms(true, 200, ReadTerms.NONE), "a").answers).isEmpty();
        lane.pass(1_700);
        assertThat(send(LOCAL, "a").answers).isNotEmpty();
        assertThat(send(new ReadTerms(true, 0, ReadTerms.NONE), "a").answers).isEmpty();
    }

    @Test
    void theGatewaysOwnBoundHoldsUnlessTheCallerAllowsMore() {
        prove(10);
        lane.pass(5_001);
        assertThat(send(new ReadTerms(true, 6_000, ReadTerms.NONE), "a").answers.get(0))
                .isEqualTo("view 10 5001");
        assertThatThrownBy(() -> send(LOCAL, "a"))
                .as("no BEAT for 5 s: nothing is published")
                .isInstanceOf(RequestRefused.class);
    }

    @Test
    void aViewBehindTheLeastOffsetAnswersOnceItReachesIt() {
        prove(10);
        CounterCaller call = send(least(12), "a");
        pack(10, 11, 4);
        assertThat(loop.turn()).isEqualTo(1);
        assertThat(call.answers).isEmpty();
        assertThat(reads.waiting()).isOne();
        pack(11, 12, 3);
        loop.turn();
        assertThat(call.answers.get(0)).isEqualTo("view 12 0");
        assertThat(reads.waiting()).isZero();
        assertThat(send(least(12), "a").answers.get(0)).isEqualTo("view 12 0");
        pack(12, 13, 2);
        assertThat(loop.turn()).as("tasks without a read that waits").isZero();
    }

    @Test
    void aReadWaitsTwoHundredMillisecondsAtMostThenTheLaneAnswers() {
        prove(10);
        CounterCaller call = send(least(12), "a");
        int records = lane.records();
        assertThat(loop.delayNanos).isEqualTo(200_000_000);
        lane.pass(199);
        loop.timeComes();
        lane.endTurn();
        assertThat(loop.delayNanos).isEqualTo(1_000_000);
        assertThat(lane.records()).isEqualTo(records);
        lane.pass(1);
        loop.timeComes();
        lane.endTurn();
        lane.reply(lane.records() - 1, counters(12, 7));
        assertThat(call.answers).containsExactly("lane 12 0", "200 12 " + body("a", 7, 12));
    }

    @Test
    void aLeastOffsetAboveTheLogsEndIsRejectedWithTheEnd() {
        prove(10);
        CounterCaller call = send(least(13), "a");
        lane.pass(200);
        loop.timeComes();
        lane.endTurn();
        lane.reply(lane.records() - 1, counters(12, 7));
        assertThat(call.answers).hasSize(1);
        assertThat(call.answers.get(0))
                .startsWith("400 ")
                .contains("OFFSET_IN_FUTURE")
                .contains("\"offset\":12}");
    }

    @Test
    void aReadBeyondTheRoomForWaitingOnesGoesThroughTheLane() {
        prove(10);
        for (int i = 0; i < WAITING_MAX; i++) {
            send(least(12), "a");
        }
        lane.endTurn();
        int records = lane.records();
        send(least(12), "a");
        lane.endTurn();
        assertThat(lane.records()).isEqualTo(records + 1);
    }

    @Test
    void aQueryIsAnsweredByTheViewAndByTheLaneInTheSameForm() {
        CounterCaller first = send(LOCAL, "a", "b");
        lane.reply(0, writer -> {
            writer.verdict(Verdict.OK, 10, 99).counters(2);
            writer.counter(5, 0, 0, 3);
            writer.counter(0, 0, 0, 0);
        });
        String body = "{\"counters\":[" + BODY_AT_TEN
                + ",{\"key\":\"b\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}]}";
        assertThat(first.answers).containsExactly("lane 10 0", "200 -1 " + body);
        assertThat(send(LOCAL, "a", "b").answers).containsExactly("view 10 0", "200 -1 " + body);
    }

    @Test
    void aReadThatAsksForTheLaneNeverMeetsTheView() {
        prove(10);
        CounterCaller call = send(ReadTerms.LANE, "a");
        lane.endTurn();
        lane.reply(lane.records() - 1, counters(11, 5));
        assertThat(call.answers)
                .containsExactly("200 11 {\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,"
                        + "\"version\":11,\"offset\":11,\"time\":99}");
        assertThat(counts.lane).isZero();
    }

    @Test
    void aRewrittenLogVoidsTheProofs() {
        prove(10);
        pack(new ScriptedPack(10, 11).withReset());
        assertThat(send(LOCAL, "a").answers).isEmpty();
    }

    private CounterCaller send(ReadTerms terms, String... keys) {
        CounterCaller call = new CounterCaller(lane.exchanges, terms, keys);
        reads.send(call, KEYS_MAX);
        return call;
    }
}
