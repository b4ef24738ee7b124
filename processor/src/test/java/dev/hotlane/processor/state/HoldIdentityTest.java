package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.abandon;
import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.holdOf;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.line;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.check;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A hold is the memory of its own id, for as long as it is open or kept, with the window or without it. */
class HoldIdentityTest {
    private static final long TTL = 10_000;
    private final RulesDraft draft = new RulesDraft();
    private final Command content = holdOf(
            "u7", TTL, check("stock").arg(ArgName.MIN, 1), limit("l", 2, 3), stock("stock", 2), stock("stock", 1));

    private LaneInMemory lane(int windowSize) {
        draft.windowSize = windowSize;
        LaneInMemory lane = LaneInMemory.ready(draft.build());
        lane.run(set("stock", 9));
        return lane;
    }

    private static void isTheCreation(Reply retry, Reply first) {
        assertThat(retry.verdict()).isEqualTo(Verdict.OK);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.originSequence()).isEqualTo(first.sequence());
        assertThat(retry.originTime()).isEqualTo(first.time());
        assertThat(retry.results()).isEqualTo(first.results());
        assertThat(retry.holds()).isEqualTo(first.holds());
    }

    @Test
    void aRetryGetsTheCreationWhateverBecameOfTheHold() {
        for (int windowSize : new int[] {1, 100}) {
            LaneInMemory lane = lane(windowSize);
            Reply first = lane.command("r1", content);
            lane.later(10);
            isTheCreation(lane.command("r1", content), first);
            lane.command("e1", extend("r1", TTL));
            isTheCreation(lane.command("r1", content), first);
            lane.command("c1", confirm("r1", line("stock", 1)));
            isTheCreation(lane.command("r1", content), first);
            assertThat(lane.value("stock")).isEqualTo(8);
        }
    }

    @Test
    void anotherContentOrKindUnderItsIdIsRefusedLongAfterTheWindowForgotIt() {
        LaneInMemory lane = lane(1);
        lane.command("r1", content);
        lane.command("other", cancel("r1"));
        lane.later(600_001);
        assertThat(lane.readHold("r1").hold().state()).isEqualTo(HoldState.CANCELLED);
        assertThat(lane.meta().windowCount).isZero();
        for (Command other : List.of(
                holdOf("u8", TTL, stock("stock", 2)),
                Command.transact(add("a", 1)),
                confirm("r1"),
                cancel("x"),
                abandon("x"))) {
            assertThat(lane.command("r1", other).verdict()).isEqualTo(Verdict.ID_REUSED);
        }
    }

    @Test
    void onceForgottenByAllAnOpaqueIdIsFreeAgain() {
        draft.resolvedMax = 0;
        LaneInMemory lane = lane(1);
        lane.command("r1", content);
        lane.command("x1", cancel("r1"));
        Reply again = lane.command("r1", content);
        assertThat(again.replayed()).isFalse();
        assertThat(again.verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void forgettingAHoldRefusesNobody() {
        draft.resolvedMax = 0;
        LaneInMemory lane = lane(100);
        String id = LaneInMemory.uuid7(LaneInMemory.NOON + 50, 1);
        Reply first = lane.command(id, content);
        lane.command("x1", cancel(id));
        assertThat(lane.meta().horizon).as("the window still has the id").isZero();
        isTheCreation(lane.command(id, content), first);
        assertThat(lane.command(LaneInMemory.uuid7(LaneInMemory.NOON, 2), add("a", 1))
                        .verdict())
                .isEqualTo(Verdict.OK);
    }
}
