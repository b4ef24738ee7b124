package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private static final long WINDOW_AGE = 60_000;
    private final LaneInMemory lane = LaneInMemory.ready(LaneInMemory.rules(1, 3, WINDOW_AGE, 100));

    private static void isStored(Reply retry, Reply first) {
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.sequence()).isGreaterThan(first.sequence());
        assertThat(retry.originSequence()).isEqualTo(first.sequence());
        assertThat(retry.originTime()).isEqualTo(first.time());
        assertThat(retry.verdict()).isEqualTo(first.verdict());
        assertThat(retry.problem()).isEqualTo(first.problem());
        assertThat(retry.results()).isEqualTo(first.results());
    }

    @Test
    void aRetryGetsTheStoredResultAndChangesNothing() {
        Reply first = lane.command("id", add("a", 5), set("b", -3));
        lane.run(add("a", 1));
        lane.later(10);
        Reply retry = lane.command("id", add("a", 5), set("b", -3));
        isStored(retry, first);
        assertThat(retry.time()).isEqualTo(first.time() + 10);
        assertThat(lane.value("a")).isEqualTo(6);
        assertThat(lane.changes()).isZero();
        assertThat(lane.effects.windowEntryCount()).isZero();
    }

    @Test
    void extremeNumbersAreRememberedExactly() {
        lane.run(set("a", Long.MIN_VALUE));
        Reply first = lane.command("id", set("a", Long.MAX_VALUE), set("a", Long.MIN_VALUE), set("a", 0));
        isStored(lane.command("id", set("a", Long.MAX_VALUE), set("a", Long.MIN_VALUE), set("a", 0)), first);
    }

    @Test
    void aRejectionIsRememberedToo() {
        Reply first = lane.command("id", set("b", 1), add("a", -1));
        lane.run(add("a", 5));
        isStored(lane.command("id", set("b", 1), add("a", -1)), first);
        assertThat(lane.value("a")).isEqualTo(5);
    }

    @Test
    void theRoutingOfARetryMayDiffer() {
        byte[] id = LaneInMemory.bytes("id");
        Command content = Command.transact(add("a", 1));
        Reply first = lane.append(id, lane.writer.command(id, new Routing(1, 1, 1, 1), content, id));
        isStored(lane.append(id, lane.writer.command(id, new Routing(2, 2, 2, 2), content, new byte[0])), first);
    }

    @Test
    void anotherContentUnderTheSameIdIsRefused() {
        lane.command("id", add("a", 5));
        for (Op other :
                List.of(add("a", 6), add("b", 5), set("a", 5), add("a", 5).flags(Op.CLAMP))) {
            Reply reply = lane.command("id", other);
            assertThat(reply.verdict()).isEqualTo(Verdict.ID_REUSED);
            assertThat(reply.replayed()).isFalse();
        }
        assertThat(lane.value("a")).isEqualTo(5);
        assertThat(lane.command("id", add("a", 5)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void theSameContentUnderAnotherIdIsAnotherCommand() {
        lane.command("id", add("a", 5));
        lane.command("ID", add("a", 5));
        assertThat(lane.value("a")).isEqualTo(10);
    }

    @Test
    void theWindowHoldsTheLastNCommands() {
        lane.command("one", add("a", 1));
        lane.command("two", add("a", 1));
        lane.command("three", add("a", 1));
        assertThat(lane.command("one", add("a", 1)).replayed()).isTrue();
        lane.command("four", add("a", 1));
        assertThat(lane.command("two", add("a", 1)).replayed()).isTrue();
        assertThat(lane.command("one", add("a", 1)).replayed()).isFalse();
        assertThat(lane.meta().windowCount).isEqualTo(3);
        assertThat(lane.value("a")).isEqualTo(5);
    }

    @Test
    void theWindowHoldsThemForItsAgeOfLogTime() {
        lane.command("old", add("a", 1));
        lane.later(WINDOW_AGE);
        assertThat(lane.command("old", add("a", 1)).replayed()).isTrue();
        lane.later(1);
        assertThat(lane.meta().windowCount).isZero();
        assertThat(lane.command("old", add("a", 1)).replayed()).isFalse();
    }

    @Test
    void anIdThatCarriesALaterTimeIsKeptForTheAgeAfterThat() {
        String ahead = LaneInMemory.uuid7(LaneInMemory.NOON + 5_000, 1);
        lane.command(ahead, add("a", 1));
        lane.later(WINDOW_AGE + 5_000);
        assertThat(lane.command(ahead, add("a", 1)).replayed()).isTrue();
        lane.later(1);
        assertThat(lane.command(ahead, add("a", 1)).verdict()).isEqualTo(Verdict.ID_EXPIRED);
        assertThat(lane.meta().horizon).isEqualTo(LaneInMemory.NOON + 5_000);
    }

    @Test
    void smallerRulesShrinkTheWindowAtOnce() {
        lane.command("one", add("a", 1));
        lane.command("two", add("a", 1));
        assertThat(lane.putInForce(LaneInMemory.rules(2, 1, WINDOW_AGE, 100))).isTrue();
        assertThat(lane.meta().windowCount).isOne();
        assertThat(lane.readCommand("one").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readCommand("two").replayed()).isTrue();
    }

    @Test
    void whatIsMalformedIsNotRemembered() {
        Op malformed = new Op(OpKind.ADD, LaneInMemory.bytes("a"));
        assertThat(lane.raw("id", malformed).verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(lane.command("id", Content.hold(3_600_001, add("a", 1))).verdict())
                .isEqualTo(Verdict.MALFORMED);
        assertThat(lane.command("id", Content.extend("other", 3_600_001)).verdict())
                .isEqualTo(Verdict.MALFORMED);
        assertThat(lane.meta().windowCount).isZero();
        assertThat(lane.command("id", add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void anIdThatIsNoneIsMalformed() {
        for (String none : new String[] {null, "", "a sp ace", "A id", "x".repeat(33) + " id", "x".repeat(65)}) {
            assertThat(lane.raw(none, add("a", 1)).verdict()).isEqualTo(Verdict.MALFORMED);
        }
        assertThat(lane.raw("x".repeat(64), add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }
}
