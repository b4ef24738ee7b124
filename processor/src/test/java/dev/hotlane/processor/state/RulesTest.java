package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.rules;
import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.RulesCodec;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RulesTest {
    private final LaneInMemory lane = LaneInMemory.ready(rules(1, 10, 1_000, 10));

    /** Like the writer, but takes rules that it would refuse. */
    private static byte[] anyRules(Rules rules) {
        byte[] message = RulesCodec.encode(rules);
        byte[] value = new byte[Frame.HEADER_LENGTH + message.length];
        System.arraycopy(message, 0, value, Frame.HEADER_LENGTH, message.length);
        new Frame().seal(value, value.length, null);
        return value;
    }

    private static Rules withFormat(int version, int format, int opsMax) {
        return new Rules(
                version, format, opsMax, 1_000, 10, 1_000, 1_000, 10_000, 1, 1, 1, 10, 1, 0, 42, 1 << 20, 1 << 20, 1);
    }

    @Test
    void nothingRunsBeforeTheFirstRules() {
        LaneInMemory empty = new LaneInMemory();
        assertThat(empty.run(add("a", 1)).verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(empty.read("a").counters()).containsExactly(Reply.Counter.ABSENT);
        assertThat(empty.meta().rulesInForce()).isNull();
    }

    @Test
    void onlyTheNextVersionComesIntoForce() {
        assertThat(lane.putInForce(rules(1, 5, 1_000, 10))).isFalse();
        assertThat(lane.putInForce(rules(3, 5, 1_000, 10))).isFalse();
        assertThat(lane.meta().rulesInForce()).isEqualTo(rules(1, 10, 1_000, 10));
        assertThat(lane.putInForce(rules(2, 5, 1_000, 10))).isTrue();
        assertThat(lane.meta().rulesInForce()).isEqualTo(rules(2, 5, 1_000, 10));
    }

    @Test
    void theHashSeedStaysForEver() {
        Rules seeded = new Rules(2, 1, 64, 1_000, 10, 1_000, 1_000, 10_000, 1, 1, 1, 10, 1, 0, 43, 1 << 20, 1 << 20, 1);
        assertThat(lane.putInForce(seeded)).isFalse();
    }

    @Test
    void impossibleNumbersDoNotComeIntoForce() {
        lane.append(null, anyRules(rules(2, 0, 1_000, 10)));
        assertThat(lane.effects.accepted()).isFalse();
        assertThat(lane.meta().rulesVersion).isOne();
    }

    @Test
    void aFormatThatThisBuildDoesNotKnowStopsIt() {
        assertThatThrownBy(() -> lane.append(null, anyRules(withFormat(2, 2, 64))))
                .isInstanceOf(UnknownRulesException.class)
                .hasMessageContaining("format 2");
    }

    @Test
    void anUnknownFormatStopsItEvenWithNumbersThatThisBuildWouldRefuse() {
        assertThatThrownBy(() -> lane.append(null, anyRules(withFormat(2, 2, 500))))
                .isInstanceOf(UnknownRulesException.class);
    }

    @Test
    void anUnknownFormatOfTheWrongVersionIsRefusedByEveryBuild() {
        lane.append(null, anyRules(withFormat(5, 2, 64)));
        assertThat(lane.effects.accepted()).isFalse();
    }

    @Test
    void fewerOpsMayBeAllowedByRules() {
        lane.putInForce(withFormat(2, 1, 2));
        assertThat(lane.run(add("a", 1), add("a", 1), add("a", 1)).verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(lane.run(add("a", 1), add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    /** The planted fault is: limits are judged before the id lookup. */
    @Test
    void aRetryGetsItsStoredResultAfterTheLimitsWereLowered() {
        RulesDraft draft = new RulesDraft();
        LaneInMemory on = LaneInMemory.ready(draft.build());
        Op[] three = {add("a", 1), add("b", 1), add("c", 1)};
        Command held = Content.holdOf("u7", 10_000, Content.stock("a", 1));
        Reply first = on.command("three", three);
        Reply opened = on.command("hold", held);
        Reply extended = on.command("extend", Content.extend("hold", 10_000));
        Reply refused =
                on.command("refused", add("a", 1), add("b", 1), add("c", -9).arg(ArgName.MIN, 0));
        assertThat(refused.verdict()).isEqualTo(Verdict.INSUFFICIENT);

        draft.version = 2;
        draft.opsMax = 2;
        draft.ttlMaxMs = 9_999;
        assertThat(on.putInForce(draft.build())).isTrue();

        assertThat(on.command("three", three).results()).isEqualTo(first.results());
        assertThat(on.command("hold", held).holds()).isEqualTo(opened.holds());
        assertThat(on.command("extend", Content.extend("hold", 10_000)).holds()).isEqualTo(extended.holds());
        assertThat(on.command("refused", add("a", 1), add("b", 1), add("c", -9).arg(ArgName.MIN, 0))
                        .verdict())
                .isEqualTo(Verdict.INSUFFICIENT);
        assertThat(on.command("four", three).verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(on.command("another", held).verdict()).isEqualTo(Verdict.MALFORMED);
        assertThat(on.command("later", Content.extend("hold", 10_000)).verdict())
                .isEqualTo(Verdict.MALFORMED);
        // It left nothing: under higher limits the same id runs.
        draft.version = 3;
        draft.opsMax = 3;
        assertThat(on.putInForce(draft.build())).isTrue();
        assertThat(on.command("four", three).verdict()).isEqualTo(Verdict.OK);
    }

    /** MALFORMED would say that it never ran; of an id that old nobody knows. */
    @Test
    void anIdThatIsTooOldIsExpiredWhateverTheLimits() {
        RulesDraft draft = new RulesDraft();
        draft.windowSize = 1;
        LaneInMemory on = LaneInMemory.ready(draft.build());
        String old = LaneInMemory.uuid7(LaneInMemory.NOON, 1);
        Op[] two = {add("a", 1), add("b", 1)};
        assertThat(on.command(old, two).verdict()).isEqualTo(Verdict.OK);
        on.command(LaneInMemory.uuid7(LaneInMemory.NOON, 2), add("a", 1));
        on.command(LaneInMemory.uuid7(LaneInMemory.NOON, 3), add("a", 1));
        draft.version = 2;
        draft.opsMax = 1;
        on.putInForce(draft.build());
        assertThat(on.command(old, two).verdict()).isEqualTo(Verdict.ID_EXPIRED);
    }

    @Test
    void anAbsurdFutureAllowanceDoesNotWrapAround() {
        lane.putInForce(new Rules(
                2, 1, 64, 1_000, 10, 1_000, 1_000, Long.MAX_VALUE, 1, 1, 1, 10, 1, 0, 42, 1 << 20, 1 << 20, 1));
        String late = LaneInMemory.uuid7((1L << 48) - 1, 1);
        assertThat(lane.command(late, add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void garbageChangesNothing() {
        Meta before = lane.meta();
        byte[] damaged = lane.writer.rules(rules(2, 5, 1_000, 10));
        damaged[damaged.length - 1] ^= 1;
        for (byte[] value : new byte[][] {null, {}, "hello".getBytes(StandardCharsets.UTF_8), new byte[100], damaged}) {
            assertThat(lane.append(LaneInMemory.bytes("id"), value)).isNull();
            assertThat(lane.effects.kind()).isEqualTo(dev.hotlane.protocol.RecordKind.GARBAGE);
            assertThat(lane.effects.windowEntryCount()).isZero();
            assertThat(lane.changes()).isZero();
        }
        Meta after = lane.meta();
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("nextOffset", "digest", "windowStart", "resolvedStart")
                .isEqualTo(before);
    }

    @Test
    void aSkipChangesNothingYet() {
        assertThat(lane.append(null, lane.writer.skip(1))).isNull();
        assertThat(lane.effects.accepted()).isFalse();
    }
}
