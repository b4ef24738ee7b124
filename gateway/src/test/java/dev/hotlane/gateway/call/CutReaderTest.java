package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Verdict;
import org.junit.jupiter.api.Test;

/** Cuts of counters, from the view and from the log. */
class CutReaderTest extends OnAView {
    private final CutReader cuts = new CutReader(lane.exchanges, reads, () -> KEYS_MAX);

    @Test
    void aCutIsReadInTheViewAndInTheLaneWithTheSameBodies() {
        CutCaller first = new CutCaller("a", "b").read(cuts, LOCAL);
        lane.reply(0, writer -> {
            writer.verdict(Verdict.OK, 10, 99).counters(2);
            writer.counter(5, 0, 0, 3);
            writer.counter(0, 0, 0, 0);
        });
        String bodies = BODY_AT_TEN + "{\"key\":\"b\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}";
        assertThat(first.received).containsExactly("lane 10 0 " + bodies);
        lane.pass(3);
        assertThat(new CutCaller("a", "b").read(cuts, LOCAL).received).containsExactly("view 10 3 " + bodies);
        assertThat(new CutCaller("a").read(cuts, ReadTerms.LANE).received)
                .as("at once")
                .isEmpty();
    }

    /** Two products may name one counter: a READ has it once, the answer has it in both places. */
    @Test
    void aCounterThatIsNamedTwiceIsReadOnce() {
        CutCaller lined = new CutCaller("a", "b", "a").read(cuts, LOCAL);
        lane.reply(0, writer -> {
            writer.verdict(Verdict.OK, 10, 99).counters(2);
            writer.counter(5, 0, 0, 3);
            writer.counter(0, 0, 0, 0);
        });
        String b = "{\"key\":\"b\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}";
        assertThat(lined.received).containsExactly("lane 10 0 " + BODY_AT_TEN + b + BODY_AT_TEN);
        lane.pass(3);
        assertThat(new CutCaller("a", "b", "a").read(cuts, LOCAL).received)
                .containsExactly("view 10 3 " + BODY_AT_TEN + b + BODY_AT_TEN);
        CutReader two = new CutReader(lane.exchanges, reads, () -> 2);
        assertThat(new CutCaller("a", "b", "a").read(two, LOCAL).received).hasSize(1);
    }

    @Test
    void aCutWaitsForItsLeastOffsetAndReportsALogThatEndsBelowIt() {
        prove(10);
        CutCaller waits = new CutCaller("a").read(cuts, least(11));
        pack(10, 11, 4);
        loop.turn();
        assertThat(waits.received).containsExactly("view 11 0 " + body("a", 4, 11));
        CutCaller never = new CutCaller("a").read(cuts, least(13));
        lane.pass(200);
        loop.timeComes();
        lane.endTurn();
        lane.reply(lane.records() - 1, counters(12, 7));
        assertThat(never.received).containsExactly("ended 12");
    }

    @Test
    void aLocalCutWithoutAnAnswerIsUnavailableAndOneOfTheLaneUnknown() {
        CutCaller local = new CutCaller("a").read(cuts, LOCAL);
        CutCaller lined = new CutCaller("a").read(cuts, ReadTerms.LANE);
        lane.pass(60_000);
        lane.exchanges.sweep();
        assertThat(local.received).singleElement().asString().startsWith("UNAVAILABLE Nothing was read");
        assertThat(lined.received).singleElement().asString().startsWith("OUTCOME_UNKNOWN ");
    }

    @Test
    void aCutOfMoreKeysThanAReadMayHaveIsRejectedAlsoWhereTheViewCouldAnswer() {
        prove(10);
        CutReader one = new CutReader(lane.exchanges, reads, () -> 1);
        assertThatThrownBy(() -> new CutCaller("a", "b").read(one, LOCAL))
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("2 counters, a read may have 1");
    }
}
