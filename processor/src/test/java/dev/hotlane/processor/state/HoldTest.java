package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.holdOf;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.Content.take;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.check;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldTest {
    private static final long TTL = 10_000;
    private final LaneInMemory lane = LaneInMemory.ready(new RulesDraft().build());

    private long start(String key, long units) {
        return lane.run(set(key, units)).sequence();
    }

    @Test
    void aHoldTakesItsUnitsAndTellsItself() {
        start("stock", 5);
        Reply reply = lane.command("r1", holdOf("u7", TTL, limit("limit:u7", 2, 3), stock("stock", 2)));
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        long sequence = reply.sequence();
        assertThat(reply.results()).containsExactly(new Reply.Result(0, 2, sequence), new Reply.Result(5, 3, sequence));
        assertThat(reply.hold())
                .isEqualTo(new Reply.Hold(
                        HoldState.HELD,
                        sequence,
                        NOON,
                        NOON + TTL,
                        0,
                        List.of(new Reply.Line("limit:u7", -2, 2, 0), new Reply.Line("stock", 2, 3, 0)),
                        "r1",
                        "u7"));
        assertThat(lane.counter("stock")).isEqualTo(new Reply.Counter(3, sequence, 2, 0));
        assertThat(lane.counter("limit:u7")).isEqualTo(new Reply.Counter(2, sequence, -2, 0));
        assertThat(lane.meta().holdsOpen).isOne();
        assertThat(lane.readHold("r1").holds()).isEqualTo(reply.holds());
    }

    @Test
    void checksAndTakesAreResultsButNoLines() {
        start("stock", 5);
        Op check = check("stock").arg(ArgName.MIN, 1);
        Reply reply = lane.command("r1", hold(TTL, check, take("rl:u7", 1, 1, 1_000, 2), stock("stock", 1)));
        assertThat(reply.results()).hasSize(3);
        assertThat(reply.results().get(1)).isEqualTo(new Reply.Result(0, (NOON + 1_000) * 1_000_000, reply.sequence()));
        assertThat(reply.hold().lines()).containsExactly(new Reply.Line("stock", 1, 4, 0));
        lane.command("c1", cancel("r1"));
        assertThat(lane.counter("rl:u7").value())
                .as("a take is never given back")
                .isPositive();
    }

    @Test
    void theSameKeyInTwoLinesIsTakenTwice() {
        start("stock", 5);
        assertThat(lane.command("r0", hold(TTL, stock("stock", 3), stock("stock", 3)))
                        .verdict())
                .isEqualTo(Verdict.INSUFFICIENT);
        assertThat(lane.value("stock")).isEqualTo(5);
        Reply reply = lane.command("r1", hold(TTL, stock("stock", 3), stock("stock", 2)));
        assertThat(reply.hold().lines())
                .containsExactly(new Reply.Line("stock", 3, 2, 0), new Reply.Line("stock", 2, 0, 0));
        assertThat(lane.counter("stock")).isEqualTo(new Reply.Counter(0, reply.sequence(), 5, 0));
    }

    @Test
    void aRefusedHoldHoldsNothingAndIsFinalForItsId() {
        start("stock", 1);
        Command two = hold(TTL, limit("limit", 2, 2), stock("stock", 2));
        Reply refused = lane.command("r1", two);
        assertThat(refused.verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(refused.problem()).isEqualTo(new Reply.Problem(1, 1, 0, 0, 0));
        assertThat(lane.counter("limit")).isEqualTo(Reply.Counter.ABSENT);
        assertThat(lane.meta().holdsOpen).isZero();
        lane.run(set("stock", 9));
        assertThat(lane.command("r1", two).replayed()).isTrue();
        assertThat(lane.readHold("r1").verdict()).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void thereMayBeSoManyOpenHoldsAndNoMore() {
        RulesDraft draft = new RulesDraft();
        draft.holdsMax = 2;
        LaneInMemory small = LaneInMemory.ready(draft.build());
        small.run(set("stock", 9));
        small.command("r1", hold(TTL, stock("stock", 1)));
        small.command("r2", hold(TTL, stock("stock", 1)));
        Reply beyond = small.command("r3", hold(TTL, stock("stock", 1)));
        assertThat(beyond.verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
        assertThat(beyond.problem()).isEqualTo(new Reply.Problem(255, 2, 2, 1_000, 0));
        assertThat(small.value("stock")).isEqualTo(7);
        assertThat(small.command("r3", hold(TTL, stock("stock", 8))).verdict())
                .as("about the stock")
                .isEqualTo(Verdict.INSUFFICIENT);
        assertThat(small.run(add("stock", -1)).verdict())
                .as("who needs no hold")
                .isEqualTo(Verdict.OK);
        small.command("c1", cancel("r1"));
        assertThat(small.command("r4", hold(TTL, stock("stock", 1))).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void whatIsHeldStaysANumber() {
        lane.run(set("stock", Long.MAX_VALUE));
        lane.command("r1", hold(TTL, stock("stock", Long.MAX_VALUE)));
        lane.run(set("stock", 1));
        Reply reply = lane.command("r2", hold(TTL, stock("stock", 1)));
        assertThat(reply.verdict()).isEqualTo(Verdict.OVERFLOW);
        assertThat(reply.problem()).isEqualTo(new Reply.Problem(0, 1, Long.MAX_VALUE, 0, 0));
        lane.run(set("other", Long.MAX_VALUE), set("third", 1));
        Reply sum = lane.command("r3", hold(TTL, stock("other", Long.MAX_VALUE), stock("third", 1)));
        assertThat(sum.verdict()).as("units of all lines together").isEqualTo(Verdict.OVERFLOW);
    }

    @Test
    void anEternalHoldExpiresAtTheEndOfTime() {
        RulesDraft draft = new RulesDraft();
        draft.ttlMaxMs = Long.MAX_VALUE;
        LaneInMemory patient = LaneInMemory.ready(draft.build());
        patient.run(set("stock", 1));
        Reply reply = patient.command("r1", hold(Long.MAX_VALUE, stock("stock", 1)));
        assertThat(reply.hold().expiresAt()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSetOfWhatIsOnHandLeavesOutWhatIsHeld() {
        start("stock", 10);
        lane.command("r1", hold(TTL, stock("stock", 3)));
        lane.run(set("stock", 9).flags(Op.ON_HAND));
        assertThat(lane.counter("stock").value()).isEqualTo(6);
        lane.command("c1", cancel("r1"));
        assertThat(lane.counter("stock").value()).isEqualTo(9);
    }

    @Test
    void aHoldBeforeTheFirstTickDoesNotExpireByIt() {
        LaneInMemory young = new LaneInMemory();
        young.append(null, young.writer.rules(new RulesDraft().build()));
        young.run(set("stock", 5));
        Command content = hold(TTL, stock("stock", 1));
        Reply first = young.command("r1", content);
        assertThat(first.hold().expiresAt()).isEqualTo(NOON + TTL);
        young.lead(1, LaneInMemory.HI, LaneInMemory.LO, -1);
        young.tick();
        assertThat(young.readHold("r1").hold().state()).isEqualTo(HoldState.HELD);
        assertThat(young.command("r1", content).holds()).isEqualTo(first.holds());
    }

    @Test
    void commandsOnAHoldThatNobodyKnowsAreRefusedForGood() {
        for (Command content : List.of(confirm("none"), cancel("none"), extend("none", 1))) {
            String id = "on-none-" + content.kind();
            Reply reply = lane.command(id, content);
            assertThat(reply.verdict()).isEqualTo(Verdict.NOT_FOUND);
            assertThat(reply.problem()).isEqualTo(new Reply.Problem(255, 0, 0, 0, 0));
            assertThat(lane.command(id, content).replayed()).isTrue();
        }
    }
}
