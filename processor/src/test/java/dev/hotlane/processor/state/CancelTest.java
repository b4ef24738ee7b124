package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.Content.take;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.remove;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import org.junit.jupiter.api.Test;

class CancelTest {
    private static final long TTL = 10_000;
    private final LaneInMemory lane = LaneInMemory.ready(new RulesDraft().build());

    private static Reply.Counter counter(long value, long version, long held, long confirmed) {
        return new Reply.Counter(value, version, held, confirmed);
    }

    @Test
    void aCancelGivesStockAndLimitsBack() {
        lane.run(set("stock", 5), set("limit", 1));
        lane.command("r1", hold(TTL, limit("limit", 2, 3), stock("stock", 2)));
        lane.later(5);
        Reply reply = lane.command("x1", cancel("r1"));
        assertThat(reply.hold().state()).isEqualTo(HoldState.CANCELLED);
        assertThat(reply.hold().resolvedAt()).isEqualTo(NOON + 5);
        assertThat(reply.hold().lines())
                .containsExactly(new Reply.Line("limit", -2, 3, 0), new Reply.Line("stock", 2, 3, 0));
        assertThat(lane.counter("stock")).isEqualTo(counter(5, reply.sequence(), 0, 0));
        assertThat(lane.counter("limit")).isEqualTo(counter(1, reply.sequence(), 0, 0));
    }

    @Test
    void aRepeatedCancelFindsTheSameResultAndNothingElseIsAllowed() {
        lane.run(set("stock", 5));
        lane.command("r1", hold(TTL, stock("stock", 2)));
        Reply first = lane.command("x1", cancel("r1"));
        Reply again = lane.command("x2", cancel("r1"));
        assertThat(again.replayed()).isTrue();
        assertThat(again.originSequence()).isEqualTo(first.sequence());
        assertThat(again.holds()).isEqualTo(first.holds());
        assertThat(lane.value("stock")).isEqualTo(5);
        assertThat(lane.command("c1", confirm("r1")).verdict()).isEqualTo(Verdict.ALREADY_CANCELLED);
        assertThat(lane.command("e1", extend("r1", 1)).verdict()).isEqualTo(Verdict.ALREADY_CANCELLED);
    }

    @Test
    void aCounterThatOnlyTheHoldMadeIsForgottenWithIt() {
        lane.run(set("stock", 5));
        lane.command("r1", hold(TTL, limit("limit", 1, 3), limit("limit", 1, 3), stock("stock", 2)));
        assertThat(lane.meta().counters).isEqualTo(2);
        lane.command("x1", cancel("r1"));
        assertThat(lane.counter("limit")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.meta().counters).isEqualTo(1);
    }

    @Test
    void aCounterThatOthersTouchedSinceStaysAtZero() {
        lane.run(set("stock", 5));
        Command content = hold(TTL, limit("limit", 1, 3), stock("stock", 1));
        lane.command("r1", content);
        lane.command("r2", content);
        Reply first = lane.command("x1", cancel("r1"));
        assertThat(lane.counter("limit")).isEqualTo(counter(1, first.sequence(), -1, 0));
        Reply second = lane.command("x2", cancel("r2"));
        assertThat(lane.counter("limit")).isEqualTo(counter(0, second.sequence(), 0, 0));
    }

    @Test
    void aCounterWithConfirmedUnitsIsNotForgotten() {
        lane.run(set("stock", 5));
        Command content = hold(TTL, limit("limit", 1, 3), stock("stock", 1));
        lane.command("r1", content);
        lane.command("r2", content);
        lane.command("c2", confirm("r2"));
        lane.command("x1", cancel("r1"));
        assertThat(lane.counter("limit").confirmed()).isEqualTo(-1);
        assertThat(lane.counter("limit").value()).isEqualTo(1);
    }

    @Test
    void unitsComeBackToACounterThatWasRemoved() {
        lane.run(set("stock", 5));
        lane.command("r1", hold(TTL, stock("stock", 2)));
        lane.run(remove("stock"));
        assertThat(lane.counter("stock")).isEqualTo(counter(0, 0, 2, 0));
        assertThat(lane.run(add("stock", -1)).verdict()).isEqualTo(Verdict.INSUFFICIENT);
        Reply reply = lane.command("x1", cancel("r1"));
        assertThat(lane.counter("stock")).isEqualTo(counter(2, reply.sequence(), 0, 0));
    }

    @Test
    void aRemovedCounterWithUnitsHeldCountsAsARowAndNotAsOneMore() {
        LaneInMemory small = LaneInMemory.ready(LaneInMemory.rules(1, 100, 60_000, 1));
        small.run(set("stock", 5));
        small.command("r1", hold(TTL, stock("stock", 2)));
        small.run(remove("stock"));
        assertThat(small.meta().counters).isOne();
        assertThat(small.run(add("other", 1)).verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
        assertThat(small.run(set("stock", 9).flags(Op.IF_ABSENT)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aGiveBackStopsAtTheEndOfInt64() {
        lane.run(set("stock", 5));
        lane.command("r1", hold(TTL, stock("stock", 3)));
        lane.run(set("stock", Long.MAX_VALUE - 1));
        Reply reply = lane.command("x1", cancel("r1"));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.counter("stock")).isEqualTo(counter(Long.MAX_VALUE, reply.sequence(), 0, 0));
    }

    @Test
    void aGiveBackAsksNoBounds() {
        lane.run(set("limit", 2));
        lane.command("r1", hold(TTL, limit("limit", 2, 9)));
        lane.run(set("limit", 1));
        lane.command("x1", cancel("r1"));
        assertThat(lane.value("limit")).isEqualTo(-1);
    }

    @Test
    void aBucketInTheCountersPlaceGivesWayToTheUnits() {
        lane.run(set("k", 5));
        lane.command("r1", hold(TTL, stock("k", 2)));
        lane.command("r2", hold(TTL, limit("k", 2, 9)));
        lane.run(remove("k"));
        assertThat(lane.counter("k")).as("held sums to nothing").isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.run(take("k", 1, 1, 1_000, 1)).verdict()).isEqualTo(Verdict.OK);
        Reply reply = lane.command("x1", cancel("r1"));
        assertThat(lane.counter("k")).isEqualTo(counter(2, reply.sequence(), -2, 0));
    }

    @Test
    void aTakeOnAKeyWithUnitsHeldIsRefused() {
        lane.run(set("k", 5));
        lane.command("r1", hold(TTL, stock("k", 2)));
        lane.run(remove("k"));
        assertThat(lane.run(take("k", 1, 1, 1_000, 1)).verdict()).isEqualTo(Verdict.VALUE_MISMATCH);
    }
}
