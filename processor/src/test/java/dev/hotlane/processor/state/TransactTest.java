package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.check;
import static dev.hotlane.protocol.Op.remove;
import static dev.hotlane.protocol.Op.set;
import static dev.hotlane.protocol.sbe.ArgName.IF_VERSION;
import static dev.hotlane.protocol.sbe.ArgName.MAX;
import static dev.hotlane.protocol.sbe.ArgName.MIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransactTest {
    private final LaneInMemory lane = LaneInMemory.ready();

    private static Op[] times(int count, Op op) {
        return Collections.nCopies(count, op).toArray(Op[]::new);
    }

    @Test
    void opsSeeThoseBeforeThem() {
        Reply reply = lane.run(set("a", 5), add("a", -2), check("a").arg(MIN, 3).arg(MAX, 3), add("a", 1));
        long own = reply.sequence();
        assertThat(reply.results())
                .containsExactly(
                        new Reply.Result(0, 5, own),
                        new Reply.Result(5, 3, own),
                        new Reply.Result(3, 3, own),
                        new Reply.Result(3, 4, own));
    }

    @Test
    void theVersionIsTheSequenceOfTheRecordThatWroteLast() {
        long first = lane.run(set("a", 1), set("b", 1)).sequence();
        long second = lane.run(add("a", 1)).sequence();
        assertThat(lane.counter("a").version()).isEqualTo(second);
        assertThat(lane.counter("b").version()).isEqualTo(first);
        assertThat(second).isEqualTo(first + 1);
    }

    @Test
    void anOpThatWroteGivesLaterOpsTheOwnVersion() {
        long sequence = lane.meta().nextOffset;
        Reply reply = lane.run(set("a", 1), set("a", 2).arg(IF_VERSION, sequence));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aFailingOpUndoesThoseBeforeIt() {
        lane.run(set("a", 5), set("b", 5));
        Reply.Counter a = lane.counter("a");
        Reply.Counter b = lane.counter("b");
        Reply reply = lane.run(add("a", -1), remove("b"), set("c", 1), add("c", 1), add("a", -5));
        assertThat(reply.verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(4, 4, 0, 0, 0));
        assertThat(lane.counter("a")).isEqualTo(a);
        assertThat(lane.counter("b")).isEqualTo(b);
        assertThat(lane.counter("c")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.meta().counters).isEqualTo(2);
        assertThat(lane.changes()).isZero();
    }

    @Test
    void theFirstFailingOpIsNamedEvenIfLaterOnesFailToo() {
        Reply reply = lane.run(set("a", 1), add("b", -1), check("a").arg(IF_VERSION, 0));
        assertThat(reply.verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(reply.problem().failedOp()).isEqualTo(1);
    }

    @Test
    void undoneRemovalsAndCreationsLeaveCountersAsTheyWere() {
        lane.run(set("a", 5));
        Reply.Counter before = lane.counter("a");
        lane.run(remove("a"), add("a", 1), remove("a"), set("b", 1), remove("b"), add("b", -1));
        assertThat(lane.counter("a")).isEqualTo(before);
        assertThat(lane.counter("b")).isEqualTo(Reply.Counter.ABSENT);
    }

    @Test
    void aRemovedCounterMayComeBackInTheSameTransaction() {
        lane.run(set("a", 5));
        Reply reply = lane.run(remove("a"), add("a", 2));
        assertThat(reply.results())
                .containsExactly(new Reply.Result(5, 0, 0), new Reply.Result(0, 2, reply.sequence()));
        assertThat(lane.counter("a")).isEqualTo(new Reply.Counter(2, reply.sequence(), 0, 0));
    }

    @Test
    void aCounterMadeAndRemovedInOneTransactionIsAbsent() {
        Reply reply = lane.run(set("a", 5), remove("a"), check("a").arg(IF_VERSION, 0));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.counter("a")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.meta().counters).isZero();
    }

    @Test
    void takesSixtyFourOps() {
        Reply reply = lane.run(times(64, add("a", 1)));
        assertThat(reply.results()).hasSize(64);
        assertThat(lane.value("a")).isEqualTo(64);
    }

    @Test
    void takesSixtyFourKeys() {
        Op[] ops = IntStream.range(0, 64).mapToObj(i -> set("key-" + i, i)).toArray(Op[]::new);
        assertThat(lane.run(ops).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.changes()).isEqualTo(64);
        assertThat(lane.meta().counters).isEqualTo(64);
    }

    @Test
    void refusesSixtyFiveOpsAndDoesNotRememberIt() {
        Reply reply = lane.raw("many", times(65, add("a", 1)));
        assertThat(reply.verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(reply.problem().failedOp()).isEqualTo(ReplyWriter.NO_OP);
        assertThat(lane.counter("a")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.command("many", add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void refusesNoOpsAtAll() {
        assertThat(lane.raw("none").verdict()).isEqualTo(Verdict.MALFORMED);
    }

    @Test
    void refusesToMakeMoreCountersThanTheRulesAllow() {
        LaneInMemory full = LaneInMemory.ready(LaneInMemory.rules(1, 100, 1_000, 2));
        full.run(set("a", 1), set("b", 1));
        Reply reply = full.run(add("a", 1), add("c", 1));
        assertThat(reply.verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(255, 2, 2, 1_000, 0));
        assertThat(full.value("a")).isOne();
        assertThat(full.run(add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void anAnswerAboutTheStockComesBeforeTheQuota() {
        LaneInMemory full = LaneInMemory.ready(LaneInMemory.rules(1, 100, 1_000, 1));
        full.run(set("a", 1));
        assertThat(full.run(add("c", 1), add("a", -2)).verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(full.meta().counters).isOne();
    }

    @Test
    void aCommandAboveTheQuotaIsNotRememberedAndRunsOnceThereIsRoom() {
        LaneInMemory full = LaneInMemory.ready(LaneInMemory.rules(1, 100, 1_000, 1));
        full.run(set("a", 1));
        assertThat(full.command("one", add("c", 1)).verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
        full.run(remove("a"));
        Reply second = full.command("one", add("c", 1));
        assertThat(second.verdict()).isEqualTo(Verdict.OK);
        assertThat(second.replayed()).isFalse();
        assertThat(full.value("c")).isOne();
    }

    @Test
    void aCounterRemovedEarlierInTheTransactionMakesRoomForAnother() {
        LaneInMemory full = LaneInMemory.ready(LaneInMemory.rules(1, 100, 1_000, 1));
        full.run(set("a", 1));
        assertThat(full.run(remove("a"), set("b", 1)).verdict()).isEqualTo(Verdict.OK);
        Reply both = full.run(remove("b"), set("a", 1), set("b", 1));
        assertThat(both.problem()).isEqualTo(new Reply.Problem(255, 1, 1, 1_000, 0));
        assertThat(full.value("b")).isOne();
    }

    @Test
    void theReplyGoesWhereTheRecordSays() {
        Reply reply = lane.run(add("a", 1));
        assertThat(reply.partition()).isEqualTo(LaneInMemory.PARTITION);
        assertThat(reply.time()).isEqualTo(LaneInMemory.NOON);
        assertThat(reply.originSequence()).isEqualTo(reply.sequence());
    }

    @Test
    void anOffsetOutOfTurnIsABrokenLog() {
        byte[] record = lane.writer.skip(0);
        long next = lane.state.nextOffset();
        assertThatThrownBy(() -> lane.state.apply(next + 1, 0, null, record, lane.effects))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Long.toString(next));
    }
}
