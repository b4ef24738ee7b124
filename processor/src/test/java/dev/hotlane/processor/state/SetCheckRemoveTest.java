package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.IF_ABSENT;
import static dev.hotlane.protocol.Op.ON_HAND;
import static dev.hotlane.protocol.Op.check;
import static dev.hotlane.protocol.Op.remove;
import static dev.hotlane.protocol.Op.set;
import static dev.hotlane.protocol.sbe.ArgName.IF_VALUE;
import static dev.hotlane.protocol.sbe.ArgName.IF_VERSION;
import static dev.hotlane.protocol.sbe.ArgName.MAX;
import static dev.hotlane.protocol.sbe.ArgName.MIN;
import static dev.hotlane.protocol.sbe.ArgName.NOT_AFTER;
import static dev.hotlane.protocol.sbe.ArgName.NOT_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetCheckRemoveTest {
    private final LaneInMemory lane = LaneInMemory.ready();
    private final long version = lane.run(set("k", 7)).sequence();

    private void refuses(Op op, Verdict verdict, long limit) {
        refuses(op, verdict, limit, 0);
    }

    private void refuses(Op op, Verdict verdict, long limit, long retryAfterMs) {
        Reply.Counter before = lane.counter("k");
        Reply reply = lane.run(op);
        assertThat(reply.verdict()).isEqualTo(verdict);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(0, before.value(), limit, retryAfterMs, 0));
        assertThat(reply.results()).isEmpty();
        assertThat(lane.counter("k")).isEqualTo(before);
        assertThat(lane.changes()).isZero();
    }

    private Reply passes(Op op) {
        Reply reply = lane.run(op);
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        assertThat(reply.problem()).isNull();
        return reply;
    }

    @Test
    void setGivesTheExactPreviousValue() {
        Reply drained = passes(set("k", 0));
        assertThat(drained.results()).containsExactly(new Reply.Result(7, 0, drained.sequence()));
    }

    @Test
    void setTakesAnyLong() {
        passes(set("k", Long.MIN_VALUE));
        assertThat(lane.value("k")).isEqualTo(Long.MIN_VALUE);
        Reply across = passes(set("k", Long.MAX_VALUE));
        assertThat(across.results())
                .containsExactly(new Reply.Result(Long.MIN_VALUE, Long.MAX_VALUE, across.sequence()));
    }

    @Test
    void setIfValueComparesTheValue() {
        refuses(set("k", 1).arg(IF_VALUE, 8), Verdict.VALUE_MISMATCH, 8);
        passes(set("k", 1).arg(IF_VALUE, 7));
        passes(set("absent", 1).arg(IF_VALUE, 0));
    }

    @Test
    void setIfVersionComparesTheVersionAndTellsTheOneItMet() {
        refuses(set("k", 1).arg(IF_VERSION, version + 1), Verdict.VERSION_MISMATCH, version);
        passes(set("k", 1).arg(IF_VERSION, version));
        passes(set("absent", 1).arg(IF_VERSION, 0));
    }

    @Test
    void setIfAbsentMakesACounterOnce() {
        refuses(set("k", 1).flags(IF_ABSENT), Verdict.EXISTS, 0);
        passes(set("new", 0).flags(IF_ABSENT));
        assertThat(lane.run(set("new", 0).flags(IF_ABSENT)).verdict()).isEqualTo(Verdict.EXISTS);
    }

    @Test
    void theVersionIsComparedBeforeTheValue() {
        Op both = set("k", 1).arg(IF_VALUE, 8).arg(IF_VERSION, version + 1);
        refuses(both, Verdict.VERSION_MISMATCH, version);
        refuses(set("k", 1).arg(IF_VALUE, 8).flags(IF_ABSENT), Verdict.EXISTS, 0);
    }

    @Test
    void setOnHandCountsWhatIsHeld() {
        State state = new State();
        Meta meta = lane.meta();
        state.beginLoad(meta);
        state.loadCounter(LaneInMemory.bytes("k"), 7, version, 3, 1);
        LaneInMemory holding = new LaneInMemory(state);
        Reply reply = holding.run(set("k", 10).flags(ON_HAND));
        assertThat(reply.results()).containsExactly(new Reply.Result(7, 7, reply.sequence()));
        Reply tooLow = holding.run(set("k", Long.MIN_VALUE).flags(ON_HAND));
        assertThat(tooLow.verdict()).isEqualTo(Verdict.OVERFLOW);
        assertThat(tooLow.problem()).isEqualTo(new Reply.Problem(0, 7, Long.MIN_VALUE, 0, 0));
        assertThat(holding.counter("k")).isEqualTo(new Reply.Counter(7, reply.sequence(), 3, 1));
    }

    @Test
    void checkPassesAndChangesNothing() {
        Reply reply = passes(check("k")
                .arg(MIN, 7)
                .arg(MAX, 7)
                .arg(IF_VALUE, 7)
                .arg(IF_VERSION, version)
                .arg(NOT_BEFORE, LaneInMemory.NOON)
                .arg(NOT_AFTER, LaneInMemory.NOON));
        assertThat(reply.results()).isEqualTo(List.of(new Reply.Result(7, 7, version)));
        assertThat(lane.changes()).isZero();
    }

    @Test
    void checkOfAnAbsentCounterSeesZeroAndMakesNone() {
        Reply reply = passes(check("absent").arg(MIN, 0).arg(MAX, 0).arg(IF_VERSION, 0));
        assertThat(reply.results()).containsExactly(new Reply.Result(0, 0, 0));
        assertThat(lane.meta().counters).isEqualTo(1);
    }

    @Test
    void checkNamesTheFirstThingThatIsWrong() {
        refuses(check("k").arg(MIN, 8), Verdict.INSUFFICIENT, 8);
        refuses(check("k").arg(MAX, 6), Verdict.LIMIT_EXCEEDED, 6);
        refuses(check("k").arg(IF_VALUE, 6), Verdict.VALUE_MISMATCH, 6);
        refuses(check("k").arg(IF_VERSION, 0), Verdict.VERSION_MISMATCH, version);
        refuses(check("k").arg(MIN, 8).arg(MAX, 6), Verdict.LIMIT_EXCEEDED, 6);
        refuses(check("k").arg(MIN, 8).arg(NOT_AFTER, 1), Verdict.CLOSED, 1);
        refuses(check("k").arg(IF_VALUE, 6).arg(NOT_AFTER, 1), Verdict.VALUE_MISMATCH, 6);
    }

    @Test
    void aSaleOpensAndClosesOnTheLogClockBothEdgesIncluded() {
        long opens = LaneInMemory.NOON + 1_000;
        long closes = opens + 500;
        Op sale = check("k").arg(NOT_BEFORE, opens).arg(NOT_AFTER, closes);
        refuses(sale, Verdict.NOT_OPEN, opens, 1_000);
        lane.later(999);
        refuses(sale, Verdict.NOT_OPEN, opens, 1);
        lane.later(1);
        passes(sale);
        lane.later(500);
        passes(sale);
        lane.later(1);
        refuses(sale, Verdict.CLOSED, closes);
    }

    @Test
    void aSaleThatNeverOpensSaysHowLongThatIs() {
        refuses(
                check("k").arg(NOT_BEFORE, Long.MAX_VALUE),
                Verdict.NOT_OPEN,
                Long.MAX_VALUE,
                Long.MAX_VALUE - LaneInMemory.NOON);
    }

    @Test
    void removeGivesTheLastValueAndLeavesNothing() {
        Reply reply = passes(remove("k").arg(IF_VALUE, 7).arg(IF_VERSION, version));
        assertThat(reply.results()).containsExactly(new Reply.Result(7, 0, 0));
        assertThat(lane.changes()).isOne();
        assertThat(lane.counter("k")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.meta().counters).isZero();
    }

    @Test
    void removeOfAnAbsentCounterIsNoChange() {
        Reply reply = passes(remove("absent"));
        assertThat(reply.results()).containsExactly(new Reply.Result(0, 0, 0));
        assertThat(lane.changes()).isZero();
    }

    @Test
    void removeHoldsToItsConditions() {
        refuses(remove("k").arg(IF_VALUE, 6), Verdict.VALUE_MISMATCH, 6);
        refuses(remove("k").arg(IF_VERSION, version - 1), Verdict.VERSION_MISMATCH, version);
    }
}
