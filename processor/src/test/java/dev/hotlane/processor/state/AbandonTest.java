package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.abandon;
import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.processor.state.LaneInMemory.uuid7;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import org.junit.jupiter.api.Test;

class AbandonTest {
    private static final long TTL = 10_000;
    private final RulesDraft draft = new RulesDraft();
    private final LaneInMemory lane = LaneInMemory.ready(draft.build());

    private static void reports(Reply reply, Reply outcome, boolean replayed) {
        assertThat(reply.stored()).isTrue();
        assertThat(reply.replayed()).isEqualTo(replayed);
        assertThat(reply.verdict()).isEqualTo(outcome.verdict());
        assertThat(reply.problem()).isEqualTo(outcome.problem());
        assertThat(reply.results()).isEqualTo(outcome.results());
        assertThat(reply.holds()).isEqualTo(outcome.holds());
        assertThat(reply.originSequence()).isEqualTo(outcome.originSequence());
        assertThat(reply.originTime()).isEqualTo(outcome.originTime());
    }

    @Test
    void anAbandonedCommandNeverRunsWhateverItSays() {
        Reply abandoned = lane.command("a1", abandon("late"));
        assertThat(abandoned.verdict()).isEqualTo(Verdict.ABANDONED);
        assertThat(abandoned.stored()).isTrue();
        assertThat(abandoned.replayed()).isFalse();
        assertThat(abandoned.problem()).isEqualTo(new Reply.Problem(255, 0, 0, 0, 0));
        assertThat(lane.effects.windowEntryCount()).isEqualTo(2);
        Reply late = lane.command("late", add("a", 1));
        assertThat(late.verdict()).isEqualTo(Verdict.ABANDONED);
        assertThat(late.originSequence()).isEqualTo(abandoned.sequence());
        assertThat(late.stored()).isFalse();
        assertThat(lane.command("late", hold(TTL, add("a", 1))).verdict()).isEqualTo(Verdict.ABANDONED);
        assertThat(lane.command("late", confirm("x")).verdict()).isEqualTo(Verdict.ABANDONED);
        assertThat(lane.value("a")).isZero();
        reports(lane.readCommand("late"), abandoned, true);
    }

    @Test
    void abandonAfterTheCommandTellsItsOutcome() {
        lane.run(set("stock", 5));
        Reply sold = lane.command("t1", add("stock", -2));
        Reply small = lane.command("a1", abandon("t1"));
        reports(small, sold, true);
        assertThat(small.copied()).isFalse();
        Reply refused = lane.command("t2", add("stock", -9));
        reports(lane.command("a2", abandon("t2")), refused, true);
        Reply held = lane.command("r1", hold(TTL, stock("stock", 1)));
        Reply copy = lane.command("a3", abandon("r1"));
        reports(copy, held, true);
        assertThat(copy.copied()).isTrue();
        assertThat(lane.command("a3", abandon("r1")).copied()).isFalse();
        assertThat(lane.readCommand("r1").copied()).isFalse();
        Reply cancelled = lane.command("x1", cancel("r1"));
        reports(lane.command("a4", abandon("x1")), cancelled, true);
        reports(lane.command("a5", abandon("r1")), held, true);
        assertThat(lane.readHold("r1").hold().state()).isEqualTo(HoldState.CANCELLED);
    }

    @Test
    void aRepeatedAbandonGetsTheSameAnswer() {
        Reply first = lane.command("a1", abandon("late"));
        lane.command("late", add("a", 1));
        reports(lane.command("a1", abandon("late")), first, true);
        reports(lane.command("a2", abandon("late")), first, true);
        reports(lane.command("a3", abandon("a1")), first, true);
        assertThat(lane.command("a1", abandon("other")).verdict()).isEqualTo(Verdict.ID_REUSED);
        assertThat(lane.command("a1", add("a", 1)).verdict()).isEqualTo(Verdict.ID_REUSED);
    }

    @Test
    void theAnswerToAnAbandonOutlivesTheHold() {
        draft.resolvedMax = 0;
        LaneInMemory forgetful = LaneInMemory.ready(draft.build());
        forgetful.run(set("stock", 5));
        Reply held = forgetful.command("r1", hold(TTL, stock("stock", 1)));
        reports(forgetful.command("a1", abandon("r1")), held, true);
        forgetful.command("x1", cancel("r1"));
        assertThat(forgetful.readHold("r1").verdict()).isEqualTo(Verdict.NOT_FOUND);
        reports(forgetful.command("a1", abandon("r1")), held, true);
        reports(forgetful.readCommand("a1"), held, true);
    }

    @Test
    void aHoldRemembersItsCommandLongerThanTheWindow() {
        draft.windowSize = 1;
        LaneInMemory small = LaneInMemory.ready(draft.build());
        small.run(set("stock", 5));
        Reply held = small.command("r1", hold(TTL, stock("stock", 1)));
        small.run(add("stock", 1));
        reports(small.command("a1", abandon("r1")), held, true);
        reports(small.readCommand("r1"), held, true);
        small.command("c1", confirm("r1"));
        reports(small.command("a2", abandon("r1")), held, true);
    }

    @Test
    void nobodyCanTellWhatBecameOfAnIdAtOrBeforeTheHorizon() {
        draft.windowSize = 1;
        LaneInMemory small = LaneInMemory.ready(draft.build());
        small.run(add("a", 1));
        small.run(add("a", 1));
        Reply gone = small.command("a1", abandon(uuid7(NOON, 1)));
        assertThat(gone.verdict()).isEqualTo(Verdict.ID_EXPIRED);
        assertThat(gone.stored()).isFalse();
        assertThat(gone.problem().horizon()).isEqualTo(NOON);
        assertThat(small.command("a1", abandon("other")).verdict())
                .as("it did nothing, so it is not remembered")
                .isEqualTo(Verdict.ABANDONED);
    }

    @Test
    void anIdOfTheFutureCannotBeAbandonedYet() {
        String ahead = uuid7(NOON + 10_001, 1);
        assertThat(lane.command("a1", abandon(ahead)).verdict()).isEqualTo(Verdict.ID_IN_FUTURE);
        lane.later(1);
        assertThat(lane.command("a1", abandon(ahead)).verdict()).isEqualTo(Verdict.ABANDONED);
    }

    @Test
    void nothingAbandonsItself() {
        assertThat(lane.command("a1", abandon("a1")).verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(lane.meta().windowCount).isZero();
    }

    @Test
    void theAbandonedAreForgottenLikeAnyAndStayRefusedByTheirTime() {
        draft.windowSize = 2;
        LaneInMemory small = LaneInMemory.ready(draft.build());
        String late = uuid7(NOON + 5, 1);
        small.command("a1", abandon(late));
        small.run(add("a", 1));
        small.run(add("a", 1));
        assertThat(small.meta().horizon).isEqualTo(NOON + 5);
        assertThat(small.command(late, add("b", 1)).verdict()).isEqualTo(Verdict.ID_EXPIRED);
    }
}
