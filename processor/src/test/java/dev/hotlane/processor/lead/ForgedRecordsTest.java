package dev.hotlane.processor.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.Tick;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leadership records in a name whose process did not append them. */
class ForgedRecordsTest extends OnASimulatedLog {
    private void forgeTick(SimProcess leader, long wallClock, long digest) {
        Meta meta = leader.describe();
        log.append(
                null,
                log.writer.tick(
                        new Tick(meta.epoch, meta.leaderHi, meta.leaderLo, wallClock, meta.lastTick, digest, 0, 0, 0)));
    }

    @Test
    void standsAgainAfterAResignThatItDidNotAppend() {
        SimProcess leader = new SimProcess(log).untilLeading();
        log.append(null, log.writer.resign(1, leader.self.hi(), leader.self.lo()));
        leader.step();
        assertThat(leader.contender.leading()).isFalse();
        assertThat(leader.contender.foreignWords()).isOne();
        leader.run(Duration.ofMillis(100));
        assertThat(leader.contender.leading()).isTrue();
        assertThat(leader.contender.epoch()).isEqualTo(2);
        long ticks = leader.contender.ticks();
        leader.run(Duration.ofSeconds(1));
        assertThat(leader.contender.ticks()).isGreaterThan(ticks + 8);
        assertThat(leader.contender.resign()).as("only its own RESIGN ends it").isNotDone();
        leader.run(Duration.ofMillis(50));
        assertThat(leader.contender.resign()).isDone();
        assertThat(leader.contender.resignedAt())
                .as("a TICK behind it, which the last flush waits for")
                .isEqualTo(leader.slots.size() - 2);
    }

    @Test
    void endsIfAnotherLeadsAfterAResignThatItDidNotAppend() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        log.append(null, log.writer.resign(1, leader.self.hi(), leader.self.lo()));
        leader.step();
        follower.run(Duration.ofMillis(200));
        assertThat(follower.contender.leading()).isTrue();
        assertThatThrownBy(leader::step)
                .isInstanceOfSatisfying(
                        HaltReason.class, end -> assertThat(end.code()).isEqualTo(ExitCode.STEPPED_DOWN));
    }

    @Test
    void ticksOnInTheEpochOfALeadThatItDidNotAppend() {
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofMillis(150));
        log.append(null, log.writer.lead(2, leader.self.hi(), leader.self.lo(), leader.describe().lastTick));
        leader.step();
        assertThat(leader.contender.foreignWords()).isOne();
        assertThat(leader.contender.epoch()).isEqualTo(2);
        long ticks = leader.contender.ticks();
        leader.run(Duration.ofSeconds(1));
        assertThat(leader.contender.ticks()).isGreaterThan(ticks + 8);
        leader.contender.resign();
        leader.run(Duration.ofMillis(50));
        assertThat(leader.contender.resign()).isDone();
    }

    @Test
    void aNodeDoesNotLeadByALeadThatHidesItsAnswersInMemory() {
        SimProcess leader = SimProcess.ofNode(log).untilLeading();
        leader.run(Duration.ofMillis(150));
        assertEndsAtALeadOf(leader);
    }

    @Test
    void aNodeThatFollowsDoesNotBeginToLeadByIt() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = SimProcess.ofNode(log);
        together(Duration.ofMillis(150), leader, follower);
        follower.step();
        assertEndsAtALeadOf(follower);
    }

    private void assertEndsAtALeadOf(SimProcess node) {
        Meta meta = node.describe();
        log.append(null, log.writer.lead(meta.epoch + 1, node.self.hi(), node.self.lo(), meta.lastTick));
        assertThatThrownBy(node::step)
                .isInstanceOfSatisfying(
                        HaltReason.class, end -> assertThat(end.code()).isEqualTo(ExitCode.STEPPED_DOWN))
                .hasMessageContaining("in memory");
    }

    @Test
    void aNodeLeadsOnByALeadThatSaysThatItAnswersInMemory() {
        SimProcess leader = SimProcess.ofNode(log).untilLeading();
        leader.run(Duration.ofMillis(150));
        log.append(null, log.writer.lead(2, leader.self.hi(), leader.self.lo(), leader.describe().lastTick, true));
        leader.step();
        assertThat(leader.contender.foreignWords()).isOne();
        assertThat(leader.contender.epoch()).isEqualTo(2);
    }

    @Test
    void aForgedTickThatContradictsStopsNobody() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        forgeTick(leader, log.wallMillis, 4711);
        together(Duration.ofSeconds(5), leader, follower);
        assertThat(leader.contender.leading()).isTrue();
        assertThat(leader.contender.foreignWords()).isOne();
        leader.step();
        assertThat(follower.describe().digest).isEqualTo(leader.describe().digest);
        leader.connected = false;
        follower.run(Duration.ofSeconds(2));
        assertThat(follower.contender.leading()).isTrue();
    }

    @Test
    void aForgedTickThatTakesEffectIsCounted() {
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofMillis(500));
        leader.step();
        long before = leader.contender.ticks();
        forgeTick(leader, Long.MAX_VALUE, leader.describe().lastTickDigest);
        leader.step();
        assertThat(leader.contender.foreignWords()).isOne();
        assertThat(leader.contender.ticks()).isEqualTo(before);
        leader.run(Duration.ofSeconds(1));
        assertThat(leader.contender.ticks()).isGreaterThan(before + 8);
    }

    @Test
    void aFollowerThatADeadLeaderContradictedEndsInPlaceOfStanding() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        for (int i = 0; i < 3; i++) {
            forgeTick(leader, log.wallMillis, 4711);
        }
        follower.run(Duration.ofMillis(900));
        assertThatThrownBy(() -> follower.run(Duration.ofMillis(500))).isInstanceOf(DivergenceException.class);
        assertThat(count(RecordKind.LEAD)).isOne();
    }

    @Test
    void anOperatorsSkipOfTheLastOfAnyNumberSettlesIt() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        for (int i = 0; i < 7; i++) {
            forgeTick(leader, log.wallMillis, 4711);
        }
        int last = log.entries.size() - 1;
        // A TICK of anybody voids the SKIP for the state.
        log.append(null, log.writer.tick(new Tick(1, 47, 11, 0, -1, 0, last + 1, 0, 0)));
        log.append(null, log.writer.skip(last));
        follower.run(Duration.ofMillis(1_200));
        assertThat(follower.contender.leading()).isTrue();
    }

    @Test
    void aSkipOfAnotherRecordSettlesNothing() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        for (int i = 0; i < 7; i++) {
            forgeTick(leader, log.wallMillis, 4711);
        }
        log.append(null, log.writer.skip(1));
        assertThatThrownBy(() -> follower.run(Duration.ofMillis(1_500))).isInstanceOf(DivergenceException.class);
    }

    @Test
    void aContradictionOrTwoOfADeadLeaderHoldNobodyUp() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        forgeTick(leader, log.wallMillis, 4711);
        forgeTick(leader, log.wallMillis, 4711);
        follower.run(Duration.ofMillis(1_200));
        assertThat(follower.contender.leading()).isTrue();
    }

    @Test
    void afterAForgedLeadOfNobodyThereIsAFollowerTakesOver() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.step();
        follower.step();
        log.append(null, log.writer.lead(2, 47, 11, leader.describe().lastTick));
        assertThatThrownBy(leader::step).isInstanceOf(HaltReason.class);
        follower.run(Duration.ofMillis(1_200));
        assertThat(follower.contender.epoch()).isEqualTo(3);
    }
}
