package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.state.State;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Other rules give what a lane under them would have given. {@code -Dseed=} repeats a run. */
class WhatIfTest {
    private static final int RECORDS = 600;

    private final long seed = Long.getLong("seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Set<Long> skipped = IntStream.range(0, 8)
            .mapToObj(i -> (long) random.nextInt(20, RECORDS - 40))
            .collect(Collectors.toSet());
    private final RandomPast past = new RandomPast(random.split(), RECORDS, skipped);

    private WhatIfReport run(RecordedPast log, PastRange range, String changes) {
        try (WhatIf whatIf = new WhatIf(log.span(), PastStateTest.LOG, List.of(), note -> {})) {
            return whatIf.run(range, OtherRules.parse(changes));
        }
    }

    private WhatIfReport run(String changes) {
        return run(past.log, PastRange.WHOLE, changes);
    }

    @Test
    void noChangeGivesEqualColumnsDigestIncluded() {
        System.out.println("WhatIfTest: -Dseed=" + seed);
        WhatIfReport whole = run("[]");
        assertThat(whole.isEqual()).as("-Dseed=" + seed + whole.lines()).isTrue();
        long lastTime = past.moments.get(past.moments.size() - 1).time();
        for (int i = 0; i < 10; i++) {
            int from = random.nextInt(10, RECORDS - 100);
            WhatIfReport part = run(past.log, new PastRange(from, false, from + 90, false), "[]");
            assertThat(part.isEqual())
                    .as("-Dseed=" + seed + " from " + from + part.lines())
                    .isTrue();
            long time = past.moments.get(from).time();
            long end = Math.min(time + 900, lastTime - 1);
            WhatIfReport timed = run(past.log, new PastRange(Math.max(1, time), true, end, true), "[]");
            assertThat(timed.isEqual())
                    .as("-Dseed=" + seed + " time " + time + timed.lines())
                    .isTrue();
        }
    }

    @Test
    void aLimitRewrittenAndRewrittenBackGivesTheOriginalOutcome() {
        String toOne = "{\"limit\":{\"prefix\":\"limit:\",\"max\":1}}";
        String toTwo = "{\"limit\":{\"prefix\":\"limit:\",\"max\":2}}";
        WhatIfReport one = run(toOne);
        assertThat(one.isEqual()).as("-Dseed=" + seed).isFalse();
        assertThat(one.asItWouldBe().get("refused LIMIT_EXCEEDED"))
                .isGreaterThan(one.asItWas().get("refused LIMIT_EXCEEDED"));
        assertThat(run(toTwo).isEqual()).as("the limit that it has").isTrue();
        RecordedPast other = rewritten(past.log, toOne);
        WhatIfReport back = run(other, PastRange.WHOLE, toTwo);
        assertThat(back.asItWas()).isEqualTo(one.asItWouldBe());
        assertThat(back.asItWouldBe()).isEqualTo(one.asItWas());
    }

    /** The log under other rules. */
    private static RecordedPast rewritten(RecordedPast log, String changes) {
        RecordedPast other = new RecordedPast();
        State state = new State();
        RecordRewrite rewrite = new RecordRewrite(OtherRules.parse(changes), state, 0, null);
        for (long offset = 0; offset < log.end(); offset++) {
            rewrite.next(log.record(offset).key(), log.record(offset).value(), false);
            other.append(log.record(offset).timestamp(), rewrite.key(), rewrite.value());
        }
        return other;
    }

    @Test
    void aRetryOfACommandFromBeforeThePartIsNoOtherCommand() {
        for (int from = 100; from < 300; from++) {
            WhatIfReport report = run(
                    past.log,
                    new PastRange(from, false, from + 8, false),
                    "{\"limit\":{\"prefix\":\"limit:\",\"max\":1}}");
            assertThat(report.asItWouldBe())
                    .as("-Dseed=" + seed + " from " + from)
                    .doesNotContainKey("refused ID_REUSED");
        }
    }

    @Test
    void eachKindOfChangeTakesEffect() {
        WhatIfReport dropped = run("[{\"drop\":{\"owner\":\"o*\"}}]");
        assertThat(dropped.asItWouldBe())
                .containsEntry("reservations opened", 0L)
                .containsEntry("distinct owners", 0L);
        assertThat(dropped.asItWas().get("reservations opened")).isPositive();
        assertThat(dropped.firstDifference()).isPositive();
        WhatIfReport late =
                run(past.log, new PastRange(300, false, -1, false), "{\"set\":{\"stock:a\":-1000,\"stock:b\":-1000}}");
        assertThat(late.asItWouldBe().get("refused INSUFFICIENT"))
                .isGreaterThan(late.asItWas().getOrDefault("refused INSUFFICIENT", 0L));
        WhatIfReport longer = run("{\"ttlMs\":3600000}");
        assertThat(longer.asItWouldBe().get("units held at the end"))
                .isGreaterThan(longer.asItWas().get("units held at the end"));
        WhatIfReport deeper = run("{\"min\":{\"prefix\":\"stock:\",\"min\":-1000}}");
        assertThat(deeper.asItWouldBe().getOrDefault("refused INSUFFICIENT", 0L))
                .isZero();
        WhatIfReport full = run("{\"rules\":{\"holdsMax\":1}}");
        assertThat(full.asItWouldBe().get("refused QUOTA_EXCEEDED")).isPositive();
        assertThat(full.lines().get(0)).isEqualTo(WhatIfReport.FIRST_LINE);
        assertThat(full.json()).startsWith("{\"note\":\"Callers' other behaviour is not modelled");
    }

    @Test
    void aTtlThatTheRulesForbidIsAWrongChangeUnlessTheRulesChangeToo() {
        String year = "{\"ttlMs\":31536000000}";
        assertThatThrownBy(() -> run(year))
                .isInstanceOf(PastException.class)
                .hasMessageContaining("ttlMs 31536000000 is above ttlMaxMs ")
                .hasMessageContaining("add {\"rules\":{\"ttlMaxMs\":31536000000}}");
        WhatIfReport both = run("[" + year + ",{\"rules\":{\"ttlMaxMs\":31536000000}}]");
        assertThat(both.asItWouldBe()).doesNotContainKey("refused MALFORMED");
        assertThat(both.asItWouldBe().get("units held at the end"))
                .isGreaterThan(both.asItWas().get("units held at the end"));
    }

    private WhatIfReport observing(String changes) {
        try (WhatIf whatIf = new WhatIf(past.log.span(), PastStateTest.LOG, List.of(), note -> {})) {
            return whatIf.assumeConfirms(PastRange.WHOLE).run(PastRange.WHOLE, OtherRules.parse(changes));
        }
    }

    private WhatIfReport assuming(int confirmed, String changes) {
        try (WhatIf whatIf = new WhatIf(past.log.span(), PastStateTest.LOG, List.of(), note -> {})) {
            return whatIf.assume(new AssumedConfirms(100, confirmed)).run(PastRange.WHOLE, OtherRules.parse(changes));
        }
    }

    @Test
    void newReservationsAreAssumedConfirmedAtTheRateOfTheOthers() {
        WhatIfReport same = observing("[]");
        assertThat(same.asItWouldBe()).as("-Dseed=" + seed + same.lines()).isEqualTo(same.asItWas());
        assertThat(same.lines().get(1))
                .startsWith("Assumed: ")
                .contains(same.asItWas().get("reservations confirmed") + " of ");
        String deeper = "{\"min\":{\"prefix\":\"stock:\",\"min\":-1000}}";
        WhatIfReport none = assuming(0, deeper);
        WhatIfReport all = assuming(100, deeper);
        String both = "-Dseed=" + seed + none.lines() + all.lines();
        assertThat(none.asItWouldBe()).as(both).isEqualTo(run(deeper).asItWouldBe());
        assertThat(all.asItWas()).as(both).isEqualTo(none.asItWas());
        long assumed = all.asItWouldBe().getOrDefault("of them assumed", 0L);
        assertThat(assumed).as(both).isPositive();
        assertThat(all.asItWouldBe().get("units sold"))
                .as(both)
                .isGreaterThan(none.asItWouldBe().get("units sold"));
        assertThat(all.asItWouldBe()).as(both).doesNotContainKey("refused ID_REUSED");
        assertThat(all.json()).contains("\"assumedConfirmsOf\":100,\"assumedConfirms\":100");
    }

    @Test
    void anObservedRateChoosesSomeOfTheNewReservationsAndNotOthers() {
        String deeper = "{\"min\":{\"prefix\":\"stock:\",\"min\":-1000}}";
        WhatIfReport was = observing("[]");
        WhatIfReport observed = observing(deeper);
        assertThat(observed.lines().get(1))
                .as("-Dseed=" + seed + ", the rate is that of what was")
                .isEqualTo(was.lines().get(1));
        WhatIfReport some = assuming(40, deeper);
        WhatIfReport all = assuming(100, deeper);
        assertThat(some.asItWouldBe().getOrDefault("of them assumed", 0L))
                .as("-Dseed=" + seed + some.lines() + all.lines())
                .isPositive()
                .isLessThan(all.asItWouldBe().get("of them assumed"));
        assertThat(assuming(40, deeper).lines()).as("chosen again").isEqualTo(some.lines());
    }

    @Test
    void aTimeThatIsNotOverIsRefused() {
        long later = past.moments.get(past.moments.size() - 1).time() + 1_000_000;
        assertThatThrownBy(() -> run(past.log, new PastRange(-1, false, later, true), "[]"))
                .isInstanceOf(PastException.class)
                .hasMessageContaining("--to: no record has a log time after");
        assertThatThrownBy(() -> run(past.log, new PastRange(later, true, -1, false), "[]"))
                .isInstanceOf(PastException.class)
                .hasMessageContaining("--from: no record has the time");
    }

    @Test
    void aWrongFieldIsNamed() {
        for (String[] one : new String[][] {
            {"{\"limits\":1}", "unknown field limits"},
            {"{\"limit\":{\"prefix\":\"a\",\"most\":1}}", "unknown field limit.most"},
            {"{\"limit\":{\"prefix\":\"a\"}}", "limit.max must be a whole number"},
            {"{\"rules\":{\"hashSeed\":1}}", "unknown field rules.hashSeed"},
            {"{\"drop\":{\"owner\":1}}", "drop.owner must be a text"},
            {"{\"ttlMs\":0}", "ttlMs must be positive"},
            {"[1]", "each change is an object"},
            {"{", "not one JSON document"},
            {"{\"ttlMs\":1}\n{\"set\":{\"a\":1}}", "not one JSON document"},
            {"[] more", "not one JSON document"},
            {"[{\"ttlMs\":1},{\"ttlMs\":2}]", "ttlMs is there twice"},
            {"[{\"set\":{\"a\":1}},{\"set\":{\"a\":2}}]", "set.a is there twice"},
            {
                "[{\"min\":{\"prefix\":\"a\",\"min\":1}},{\"min\":{\"prefix\":\"a\",\"min\":0}}]",
                "min of prefix a is there twice"
            },
            {"{\"set\":{\"\":1}}", "set: a key has 1 to 200 UTF-8 bytes"},
            {"{\"set\":{\"" + "k".repeat(201) + "\":1}}", "set: a key has 1 to 200 UTF-8 bytes"},
        }) {
            assertThatThrownBy(() -> OtherRules.parse(one[0]))
                    .as(one[0])
                    .isInstanceOfSatisfying(
                            PastException.class,
                            e -> assertThat(e.reason().exitCode()).isEqualTo(2))
                    .hasMessageContaining("--change: " + one[1]);
        }
    }
}
