package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.line;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.remove;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfirmTest {
    private static final long TTL = 10_000;
    private final LaneInMemory lane = LaneInMemory.ready(new RulesDraft().build());
    private long opened;

    @BeforeEach
    void openOne() {
        lane.run(set("a", 10), set("b", 10), set("l", 0));
        opened = lane.command("r1", hold(TTL, limit("l", 3, 9), stock("a", 2), stock("b", 4)))
                .sequence();
    }

    private static Reply.Counter counter(long value, long version, long held, long confirmed) {
        return new Reply.Counter(value, version, held, confirmed);
    }

    @Test
    void aWholeConfirmKeepsEverythingAndGivesNothingBack() {
        lane.later(5);
        Reply reply = lane.command("c1", confirm("r1"));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        assertThat(reply.replayed()).isFalse();
        assertThat(reply.results()).isEmpty();
        assertThat(reply.hold().state()).isEqualTo(HoldState.CONFIRMED);
        assertThat(reply.hold().resolvedAt()).isEqualTo(NOON + 5);
        assertThat(reply.hold().lines())
                .containsExactly(
                        new Reply.Line("l", -3, 3, -3), new Reply.Line("a", 2, 8, 2), new Reply.Line("b", 4, 6, 4));
        assertThat(lane.counter("a")).as("a new version").isEqualTo(counter(8, reply.sequence(), 0, 2));
        assertThat(lane.counter("l")).isEqualTo(counter(3, reply.sequence(), 0, -3));
        assertThat(lane.meta().holdsOpen).isZero();
        assertThat(lane.meta().holdsResolved).isOne();
    }

    @Test
    void whatIsNotNamedIsGivenBackAndLimitsInProportionRoundedUp() {
        Reply reply = lane.command("c1", confirm("r1", line("b", 1)));
        assertThat(reply.hold().lines())
                .containsExactly(
                        new Reply.Line("l", -3, 3, -1), new Reply.Line("a", 2, 8, 0), new Reply.Line("b", 4, 6, 1));
        long now = reply.sequence();
        assertThat(lane.counter("a")).isEqualTo(counter(10, now, 0, 0));
        assertThat(lane.counter("b")).isEqualTo(counter(9, now, 0, 1));
        assertThat(lane.counter("l")).as("ceil(3 * 1 / 6)").isEqualTo(counter(1, now, 0, -1));
    }

    @Test
    void proportionsAreExactBeyondInt64() {
        long most = Long.MAX_VALUE;
        lane.run(set("big", most));
        lane.command("r2", hold(TTL, limit("huge", most, most), stock("big", most)));
        Reply reply = lane.command("c2", confirm("r2", line("big", most - 1)));
        assertThat(reply.hold().lines().get(0).confirmed()).isEqualTo(-(most - 1));
        assertThat(lane.value("huge")).isEqualTo(most - 1);
        assertThat(lane.value("big")).isEqualTo(1);
    }

    @Test
    void anyShareIsTheExactOneRoundedUp() {
        SplittableRandom random = Seed.random(ConfirmTest.class);
        for (int i = 0; i < 500; i++) {
            long whole = 2 + (random.nextLong() >>> 1 + random.nextInt(60)) / 2;
            long part = 1 + random.nextLong(whole);
            long limit = 1 + (random.nextLong() >>> 1 + random.nextInt(60)) / 2;
            lane.run(set("s", whole), remove("t"));
            lane.command("s" + i, hold(TTL, limit("t", limit, limit), stock("s", whole)));
            Reply reply = lane.command("cs" + i, confirm("s" + i, line("s", part)));
            BigInteger[] exact = BigInteger.valueOf(limit)
                    .multiply(BigInteger.valueOf(part))
                    .divideAndRemainder(BigInteger.valueOf(whole));
            assertThat(reply.hold().lines().get(0).confirmed())
                    .as("%d of %d of a limit of %d", part, whole, limit)
                    .isEqualTo(-exact[0].longValueExact() - exact[1].signum());
            lane.run(remove("s"), remove("t"));
        }
    }

    @Test
    void namedAmountsFillTheLinesOfTheirKeyInOrder() {
        lane.command("r2", hold(TTL, stock("a", 2), stock("b", 1), stock("a", 3)));
        Reply reply = lane.command("c2", confirm("r2", line("a", 1), line("a", 2)));
        assertThat(reply.hold().lines().stream().map(Reply.Line::confirmed)).containsExactly(2L, 0L, 1L);
        assertThat(lane.counter("a").held()).as("the other hold's").isEqualTo(2);
    }

    @Test
    void moreThanIsHeldIsRefusedAndTheHoldStaysOpen() {
        Reply reply = lane.command("c1", confirm("r1", line("a", 2), line("b", 3), line("b", 2)));
        assertThat(reply.verdict()).isEqualTo(Verdict.EXCEEDS_HELD);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(2, 4, 4, 0, 0));
        assertThat(lane.command("c2", confirm("r1", line("l", 1))).verdict()).isEqualTo(Verdict.EXCEEDS_HELD);
        assertThat(lane.command("c3", confirm("r1", line("a", Long.MAX_VALUE), line("a", 1)))
                        .verdict())
                .isEqualTo(Verdict.EXCEEDS_HELD);
        assertThat(lane.readHold("r1").hold().state()).isEqualTo(HoldState.HELD);
        assertThat(lane.counter("a")).isEqualTo(counter(8, opened, 2, 0));
    }

    @Test
    void aRepeatedConfirmFindsTheSameResult() {
        Reply first = lane.command("c1", confirm("r1", line("a", 1), line("b", 2)));
        lane.later(7);
        Reply same = lane.command("c2", confirm("r1", line("b", 2), line("a", 1)));
        assertThat(same.verdict()).isEqualTo(Verdict.OK);
        assertThat(same.replayed()).isTrue();
        assertThat(same.originSequence()).isEqualTo(first.sequence());
        assertThat(same.originTime()).isEqualTo(NOON);
        assertThat(same.holds()).isEqualTo(first.holds());
        assertThat(first.copied()).isFalse();
        assertThat(same.copied()).as("the window has a second image").isTrue();
        assertThat(lane.command("c3", confirm("r1")).verdict())
                .as("all of it was not what was confirmed")
                .isEqualTo(Verdict.ALREADY_CONFIRMED);
        Reply retry = lane.command("c2", confirm("r1", line("b", 2), line("a", 1)));
        assertThat(retry.originSequence()).isEqualTo(first.sequence());
        assertThat(retry.holds()).isEqualTo(first.holds());
        assertThat(retry.copied()).isFalse();
        assertThat(lane.counter("a").confirmed()).isOne();
    }

    @Test
    void anotherResolutionThanTheFirstIsRefused() {
        lane.command("c1", confirm("r1", line("a", 1)));
        for (Op[] other : new Op[][] {{line("a", 2)}, {line("a", 1), line("b", 1)}, {line("b", 1)}}) {
            assertThat(lane.command("c-" + other.length + other[0].key()[0] + other[0].arg(13), confirm("r1", other))
                            .verdict())
                    .isEqualTo(Verdict.ALREADY_CONFIRMED);
        }
        assertThat(lane.command("x1", cancel("r1")).verdict()).isEqualTo(Verdict.ALREADY_CONFIRMED);
        assertThat(lane.command("e1", extend("r1", 5)).verdict()).isEqualTo(Verdict.ALREADY_CONFIRMED);
    }

    @Test
    void aRetryOfAConfirmNeedsNoHold() {
        RulesDraft draft = new RulesDraft();
        draft.resolvedMax = 0;
        LaneInMemory forgetful = LaneInMemory.ready(draft.build());
        forgetful.run(set("a", 5));
        forgetful.command("r1", hold(TTL, stock("a", 2)));
        Reply first = forgetful.command("c1", confirm("r1"));
        assertThat(forgetful.readHold("r1").verdict()).isEqualTo(Verdict.NOT_FOUND);
        Reply retry = forgetful.command("c1", confirm("r1"));
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.holds()).isEqualTo(first.holds());
        assertThat(forgetful.command("c2", confirm("r1")).verdict()).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void aRemovedCounterForgetsWhatWasConfirmedButNotWhatIsHeld() {
        lane.command("r2", hold(TTL, stock("a", 1)));
        lane.command("c1", confirm("r1"));
        lane.run(remove("a"));
        assertThat(lane.counter("a")).isEqualTo(counter(0, 0, 1, 0));
        long sold = lane.command("c2", confirm("r2")).sequence();
        assertThat(lane.counter("a"))
                .as("there again, for the units that were sold")
                .isEqualTo(counter(0, sold, 0, 1));
        lane.run(remove("a"));
        assertThat(lane.counter("a")).isEqualTo(Reply.Counter.ABSENT);
    }
}
