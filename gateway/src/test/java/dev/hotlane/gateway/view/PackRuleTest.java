package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reader's rule at W = 100 of epoch 5, which began at 60; loaded as of 90. */
class PackRuleTest {
    private static final long BASE = 40;
    private static final ViewCut AT = new ViewCut(ScriptedPack.TOPIC, BASE, 5, 60, 100, 0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            follows                          |  100 | 101 | 5 |  60 | false | APPLY
            overlaps                         |   80 | 120 | 5 |  60 | false | APPLY
            of a new leader                  |   95 | 105 | 6 | 101 | false | APPLY
            included                         |   80 |  99 | 5 |  60 | false | IGNORE
            ends at W                        |   99 | 100 | 5 |  60 | false | IGNORE
            of an earlier leader, included   |   80 |  99 | 4 |  20 | false | IGNORE
            of a leader that lost its log    |   99 | 110 | 4 |  20 | false | IGNORE
            begins behind W                  |  101 | 102 | 5 |  60 | false | GAP
            of a later epoch at W            |   99 | 100 | 6 |  98 | false | REWRITTEN
            of a later epoch below W         |   95 | 105 | 6 |  98 | false | REWRITTEN
            of a LEAD at W                   |   95 | 105 | 6 | 100 | false | REWRITTEN
            of another LEAD of its epoch     |   95 | 105 | 5 |  58 | false | REWRITTEN
            of another LEAD, included        |   80 |  99 | 5 |  58 | false | REWRITTEN
            with a SKIP behind W             |  100 | 101 | 5 |  60 | true  | REWRITTEN
            with a SKIP behind the load      |   80 |  95 | 5 |  60 | true  | REWRITTEN
            with a SKIP that the load had    |   80 |  90 | 5 |  60 | true  | IGNORE
            """)
    void judges(String what, long from, long to, long epoch, long led, boolean reset, PackRule expected) {
        ScriptedPack pack =
                new ScriptedPack(from, to).of(ScriptedPack.TOPIC, BASE, epoch).ledFrom(led);
        assertThat(PackRule.judge(reset ? pack.withReset() : pack, AT, 90)).isEqualTo(expected);
    }

    @Test
    void takesAnyLeadOfItsEpochForItsOwnAfterALoad() {
        ViewCut loaded = new ViewCut(ScriptedPack.TOPIC, BASE, 5, ViewCut.UNKNOWN, 100, 0);
        ScriptedPack next = new ScriptedPack(95, 105).of(ScriptedPack.TOPIC, BASE, 5);
        assertThat(PackRule.judge(next.ledFrom(58), loaded, 100)).isEqualTo(PackRule.APPLY);
    }

    @Test
    void findsAGapBeforeAnotherLog() {
        ScriptedPack topic =
                new ScriptedPack(100, 101).of(ScriptedPack.TOPIC + 1, BASE, 5).ledFrom(60);
        ScriptedPack base =
                new ScriptedPack(100, 101).of(ScriptedPack.TOPIC, BASE + 1, 5).ledFrom(60);
        assertThat(List.of(PackRule.judge(topic, AT, 90), PackRule.judge(base, AT, 90)))
                .containsOnly(PackRule.GAP);
    }

    @Test
    void isWholeOnceAllPartsAreThereInOrder() {
        PackParts parts = new PackParts();
        assertThat(parts.add(part(100, 1, 3))).isEmpty();
        assertThat(parts.add(part(100, 0, 3))).isEmpty();
        assertThat(parts.add(part(100, 1, 3))).isEmpty();
        assertThat(parts.add(part(100, 2, 3))).hasSize(3);
        assertThat(parts.add(part(101, 0, 1))).hasSize(1);
    }

    @Test
    void isNeverWholeWithPartsOfTwoPacks() {
        PackParts parts = new PackParts();
        parts.add(part(100, 0, 2));
        assertThat(parts.add(part(101, 1, 2))).isEmpty();
        assertThat(parts.add(part(100, 1, 2))).isEmpty();
        parts.add(part(100, 0, 3));
        assertThat(parts.add(part(100, 2, 3))).isEmpty();
        parts.add(part(100, 0, 2));
        parts.clear();
        assertThat(parts.add(part(100, 1, 2))).isEmpty();
    }

    @Test
    void aDeposedLeadersPartsDoNotDisturbTheirSuccessors() {
        PackParts parts = new PackParts();
        parts.add(part(90, 0, 2));
        parts.add(part(80, 0, 2).of(ScriptedPack.TOPIC, BASE, 2));
        assertThat(parts.add(part(90, 1, 2))).as("of the deposed leader").isEmpty();
        assertThat(parts.add(part(91, 0, 1))).as("of the deposed leader, whole").isEmpty();
        assertThat(parts.add(part(80, 1, 2).of(ScriptedPack.TOPIC, BASE, 2))).hasSize(2);
    }

    private static ScriptedPack part(long from, int part, int of) {
        return new ScriptedPack(from, from + 1).part(part, of);
    }
}
