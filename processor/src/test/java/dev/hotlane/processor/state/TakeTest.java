package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.take;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.check;
import static dev.hotlane.protocol.Op.remove;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TakeTest {
    private static final long NANOS = 1_000_000;
    private final RulesDraft draft = new RulesDraft();
    private final LaneInMemory lane = LaneInMemory.ready(draft.build());

    /** Ten tokens a second, five at once. */
    private static Op tokens(String key, long tokens) {
        return take(key, tokens, 10, 1_000, 5);
    }

    @Test
    void aBucketStartsFullAndEmpties() {
        Reply first = lane.run(tokens("b", 2));
        assertThat(first.results()).containsExactly(new Reply.Result(0, (NOON + 200) * NANOS, first.sequence()));
        assertThat(lane.counter("b"))
                .as("as it is stored: a bucket has a negative version")
                .isEqualTo(new Reply.Counter((NOON + 200) * NANOS, -first.sequence(), 0, 0));
        assertThat(lane.read("b").counters().get(0).version()).isEqualTo(-first.sequence());
        assertThat(lane.run(tokens("b", 3)).verdict()).isEqualTo(Verdict.OK);
        Reply limited = lane.run(tokens("b", 2));
        assertThat(limited.verdict()).isEqualTo(Verdict.RATE_LIMITED);
        assertThat(limited.problem()).isEqualTo(new Reply.Problem(0, 0, 5, 200, 0));
        lane.later(150);
        assertThat(lane.run(tokens("b", 2)).problem()).isEqualTo(new Reply.Problem(0, 1, 5, 50, 0));
        lane.later(50);
        assertThat(lane.run(tokens("b", 2)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aPeekWritesNothingAndIsNeverLimited() {
        assertThat(lane.run(tokens("b", 0)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.meta().counters).isZero();
        Reply emptied = lane.run(tokens("b", 5));
        Reply peek = lane.run(tokens("b", 0));
        long full = (NOON + 500) * NANOS;
        assertThat(peek.results()).containsExactly(new Reply.Result(full, full, emptied.sequence()));
        assertThat(lane.changes()).isZero();
    }

    @Test
    void aBucketIsNoCounterAndACounterNoBucket() {
        lane.run(set("c", 5), tokens("b", 1));
        assertThat(lane.run(tokens("c", 1)).verdict()).isEqualTo(Verdict.VALUE_MISMATCH);
        assertThat(lane.run(tokens("c", 0)).verdict()).isEqualTo(Verdict.VALUE_MISMATCH);
        for (Op op : List.of(
                add("b", 1),
                check("b").arg(ArgName.MIN, 0),
                check("b").arg(ArgName.MAX, Long.MAX_VALUE),
                check("b").arg(ArgName.IF_VALUE, (NOON + 100) * NANOS),
                set("b", 1).arg(ArgName.IF_VALUE, 0),
                remove("b").arg(ArgName.IF_VALUE, 0))) {
            assertThat(lane.run(op).verdict()).as("%s", op.kind()).isEqualTo(Verdict.VALUE_MISMATCH);
        }
        assertThat(lane.run(check("b").arg(ArgName.NOT_BEFORE, NOON)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.run(set("b", 1).flags(Op.IF_ABSENT)).verdict()).isEqualTo(Verdict.EXISTS);
    }

    @Test
    void aSetMakesItACounterAndARemoveResetsIt() {
        Reply taken = lane.run(tokens("b", 5));
        assertThat(lane.run(remove("b").arg(ArgName.IF_VERSION, taken.sequence()))
                        .verdict())
                .isEqualTo(Verdict.OK);
        assertThat(lane.run(tokens("b", 5)).verdict()).isEqualTo(Verdict.OK);
        lane.run(set("b", 7));
        assertThat(lane.run(add("b", 1)).results().get(0).value()).isEqualTo(8);
        assertThat(lane.state.size().buckets()).isZero();
    }

    @Test
    void severalTakesInOneCommandSeeEachOtherAllOrNothing() {
        assertThat(lane.run(tokens("b", 3), tokens("b", 3)).problem()).isEqualTo(new Reply.Problem(1, 2, 5, 100, 0));
        assertThat(lane.meta().counters).isZero();
        assertThat(lane.state.size().buckets()).isZero();
        assertThat(lane.run(tokens("b", 3), tokens("b", 2)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.run(remove("b"), tokens("b", 5), tokens("b", 1)).verdict())
                .isEqualTo(Verdict.RATE_LIMITED);
        assertThat(lane.value("b")).isEqualTo((NOON + 500) * NANOS);
    }

    @Test
    void whatAFailedCommandTookAndRemovedIsForgottenInItsTime() {
        lane.run(tokens("b", 1));
        assertThat(lane.run(tokens("b", 2), remove("b"), add("x", -1)).verdict())
                .isEqualTo(Verdict.INSUFFICIENT);
        assertThat(lane.value("b")).isEqualTo((NOON + 100) * NANOS);
        lane.later(100);
        assertThat(lane.meta().counters).isZero();
    }

    @Test
    void aBucketThatIsFullAgainIsForgottenBeforeTheNextRecord() {
        lane.run(tokens("b", 1));
        lane.later(99);
        assertThat(lane.meta().counters).isOne();
        lane.later(1);
        assertThat(lane.meta().counters).isZero();
        assertThat(lane.changes()).isOne();
        assertThat(lane.run(add("b", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void bucketsAreForgottenByTimeAndThenByKeySoManyARecord() {
        draft.expiriesPerRecord = 2;
        LaneInMemory few = LaneInMemory.ready(draft.build());
        few.run(tokens("b2", 1), tokens("b1", 1), tokens("b10", 1), tokens("late", 2), tokens("first", 1));
        few.run(tokens("first", 1), tokens("late", 3));
        assertThat(removedBy(few)).isEmpty();
        few.later(300);
        assertThat(removedBy(few)).containsExactly("b1", "b10");
        assertThat(few.read("b2").counters()).as("full, and not forgotten yet").containsExactly(Reply.Counter.ABSENT);
        assertThat(removedBy(few)).containsExactly("b2", "first");
        assertThat(few.meta().counters).isOne();
    }

    @Test
    void bucketsOfTheSameTimeGoByTheWholeKey() {
        draft.expiriesPerRecord = 1;
        LaneInMemory few = LaneInMemory.ready(draft.build());
        List<String> keys = List.of("bucket:of:b", "bucket:of:a", "bucket:of:ab", "bucket:o", "ключ");
        keys.forEach(key -> few.run(tokens(key, 1)));
        few.later(1_000);
        List<String> order = new ArrayList<>(removedBy(few));
        for (int i = 1; i < keys.size(); i++) {
            few.tick();
            order.addAll(removedBy(few));
        }
        assertThat(order).containsExactly("bucket:o", "bucket:of:a", "bucket:of:ab", "bucket:of:b", "ключ");
    }

    @Test
    void anOpThatComesUponAFullBucketFindsNone() {
        draft.expiriesPerRecord = 1;
        LaneInMemory few = LaneInMemory.ready(draft.build());
        few.run(tokens("a", 1), tokens("b", 1), tokens("c", 1));
        few.later(1_000);
        Reply added = few.run(add("c", -1), add("x", 1));
        assertThat(added.verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(removedBy(few))
                .as("the next in order, and the one that was met")
                .containsExactly("b", "c");
        assertThat(few.meta().counters).isZero();
    }

    private static List<String> removedBy(LaneInMemory lane) {
        List<String> keys = new ArrayList<>();
        lane.effects.forEachChange(new ChangeSink() {
            @Override
            public void counter(
                    byte[] key, int offset, int length, long hash, long value, long version, long held, long conf) {}

            @Override
            public void removed(byte[] key, int offset, int length, long hash) {
                keys.add(new String(key, offset, length, java.nio.charset.StandardCharsets.UTF_8));
            }
        });
        return keys;
    }

    @Test
    void neverMoreThanBurstAndRateTimesTimeOverStepsOfTheClock() {
        long taken = 0;
        long start = lane.meta().logTime;
        for (int i = 0; i < 2_000; i++) {
            lane.recordTime += i % 3 == 0 ? -40 : 35;
            lane.tick();
            taken += lane.run(tokens("b", 1)).verdict() == Verdict.OK ? 1 : 0;
            assertThat(taken).isLessThanOrEqualTo(5 + (lane.meta().logTime - start) / 100);
        }
        assertThat(taken).isGreaterThan(190);
    }
}
