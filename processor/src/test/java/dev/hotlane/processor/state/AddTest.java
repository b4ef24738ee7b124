package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.CLAMP;
import static dev.hotlane.protocol.Op.NO_MIN;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.set;
import static dev.hotlane.protocol.sbe.ArgName.MAX;
import static dev.hotlane.protocol.sbe.ArgName.MIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddTest {
    private final LaneInMemory lane = LaneInMemory.ready();

    private Reply on(long start, Op op) {
        lane.run(set("k", start));
        return lane.run(op);
    }

    private void refuses(Reply reply, Verdict verdict, long available, long limit) {
        assertThat(reply.verdict()).isEqualTo(verdict);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(0, available, limit, 0, 0));
        assertThat(lane.value("k")).isEqualTo(available);
    }

    private void goes(Reply reply, long from, long to) {
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        assertThat(reply.results()).isEqualTo(List.of(new Reply.Result(from, to, reply.sequence())));
        assertThat(lane.counter("k")).isEqualTo(new Reply.Counter(to, reply.sequence(), 0, 0));
    }

    @Test
    void anAbsentCounterStartsAtZero() {
        goes(lane.run(add("k", 5)), 0, 5);
    }

    @Test
    void theLowerBoundIsZeroUnlessGiven() {
        goes(on(2, add("k", -2)), 2, 0);
        refuses(on(2, add("k", -3)), Verdict.INSUFFICIENT, 2, 0);
    }

    @Test
    void aGivenLowerBoundIsInclusive() {
        goes(on(2, add("k", -7).arg(MIN, -5)), 2, -5);
        refuses(on(2, add("k", -8).arg(MIN, -5)), Verdict.INSUFFICIENT, 2, -5);
    }

    @Test
    void withoutLowerBoundItGoesDownToTheSmallestLong() {
        goes(on(0, add("k", Long.MIN_VALUE).flags(NO_MIN)), 0, Long.MIN_VALUE);
    }

    @Test
    void theUpperBoundIsInclusive() {
        goes(on(2, add("k", 3).arg(MAX, 5)), 2, 5);
        refuses(on(2, add("k", 4).arg(MAX, 5)), Verdict.LIMIT_EXCEEDED, 2, 5);
    }

    @Test
    void theBoundsHoldForTheResultWhicheverWayItWent() {
        refuses(on(-5, add("k", 3)), Verdict.INSUFFICIENT, -5, 0);
        refuses(on(9, add("k", -1).arg(MAX, 5)), Verdict.LIMIT_EXCEEDED, 9, 5);
        goes(on(-5, add("k", 6)), -5, 1);
    }

    @Test
    void withoutUpperBoundItStopsAtTheLargestLong() {
        goes(on(Long.MAX_VALUE - 1, add("k", 1)), Long.MAX_VALUE - 1, Long.MAX_VALUE);
        refuses(on(Long.MAX_VALUE, add("k", 1)), Verdict.OVERFLOW, Long.MAX_VALUE, Long.MAX_VALUE);
        Op down = add("k", -1).flags(NO_MIN);
        refuses(on(Long.MIN_VALUE, down), Verdict.OVERFLOW, Long.MIN_VALUE, Long.MIN_VALUE);
    }

    @Test
    void aBoundThatIsCrossedByAnOverflowIsNamedBeforeIt() {
        refuses(on(5, add("k", Long.MAX_VALUE).arg(MAX, 10)), Verdict.LIMIT_EXCEEDED, 5, 10);
        refuses(on(-5, add("k", Long.MIN_VALUE)), Verdict.INSUFFICIENT, -5, 0);
        refuses(on(-5, add("k", Long.MIN_VALUE).arg(MIN, -9)), Verdict.INSUFFICIENT, -5, -9);
    }

    @Test
    void clampDownAppliesWhatTheLowerBoundAllows() {
        goes(on(2, add("k", -3).flags(CLAMP)), 2, 0);
        goes(on(2, add("k", -1).flags(CLAMP)), 2, 1);
        goes(on(2, add("k", -9).arg(MIN, -5).flags(CLAMP)), 2, -5);
    }

    @Test
    void clampUpAppliesWhatTheUpperBoundAllows() {
        goes(on(2, add("k", 9).arg(MAX, 5).flags(CLAMP)), 2, 5);
        goes(on(2, add("k", 1).arg(MAX, 5).flags(CLAMP)), 2, 3);
    }

    @Test
    void clampNeverGoesBackwards() {
        goes(on(9, add("k", 1).arg(MAX, 5).flags(CLAMP)), 9, 9);
        goes(on(-5, add("k", -1).flags(CLAMP)), -5, -5);
    }

    @Test
    void clampOnTheFarSideOfTheOtherBoundGoesFreely() {
        goes(on(9, add("k", -2).arg(MAX, 5).flags(CLAMP)), 9, 7);
        goes(on(-5, add("k", 2).flags(CLAMP)), -5, -3);
    }

    @Test
    void clampStopsAtTheEndsOfLong() {
        goes(on(1, add("k", Long.MAX_VALUE).flags(CLAMP)), 1, Long.MAX_VALUE);
        goes(on(-2, add("k", Long.MIN_VALUE).flags(CLAMP | NO_MIN)), -2, Long.MIN_VALUE);
        goes(on(Long.MIN_VALUE, add("k", Long.MAX_VALUE).flags(CLAMP)), Long.MIN_VALUE, -1);
        goes(on(Long.MAX_VALUE, add("k", Long.MIN_VALUE).flags(CLAMP | NO_MIN)), Long.MAX_VALUE, -1);
        Op fromTopToBottom = add("k", Long.MIN_VALUE).arg(MIN, Long.MIN_VALUE).flags(CLAMP);
        goes(on(Long.MAX_VALUE, fromTopToBottom), Long.MAX_VALUE, -1);
        Op fromBottomToTop =
                add("k", Long.MAX_VALUE).arg(MAX, Long.MAX_VALUE - 1).flags(CLAMP);
        goes(on(Long.MIN_VALUE, fromBottomToTop), Long.MIN_VALUE, -1);
    }

    @Test
    void addingNothingIsStillAWrite() {
        goes(on(4, add("k", 0)), 4, 4);
    }

    @Test
    void crossedBoundsRefuseEverything() {
        refuses(on(4, add("k", 0).arg(MIN, 5).arg(MAX, 3)), Verdict.LIMIT_EXCEEDED, 4, 3);
    }
}
