package dev.hotlane.processor.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.RecordKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a follower takes over, when it must not, and what becomes of the one it deposed. */
class TakeOverTest extends OnASimulatedLog {
    @Test
    void takesOverAfterASecondOfSilence() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofSeconds(2), leader, follower);
        follower.run(Duration.ofMillis(900));
        assertThat(follower.contender.leading()).isFalse();
        follower.run(Duration.ofMillis(300));
        assertThat(follower.contender.leading()).isTrue();
        assertThat(follower.contender.epoch()).isEqualTo(2);
    }

    @Test
    void takesAnOutageOfTheLogForNoSilenceOfTheLeader() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofSeconds(1), leader, follower);
        leader.connected = false;
        follower.hears = false;
        together(Duration.ofSeconds(5), leader, follower);
        follower.hears = true;
        together(Duration.ofMillis(500), leader, follower);
        leader.connected = true;
        together(Duration.ofSeconds(5), leader, follower);
        assertThat(leader.contender.leading()).isTrue();
        assertThat(count(RecordKind.LEAD)).isEqualTo(1);
    }

    @Test
    void takesItsOwnPauseForNoSilenceOfTheLeader() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofSeconds(1), leader, follower);
        log.pass(Duration.ofSeconds(30));
        follower.run(Duration.ofMillis(900));
        assertThat(count(RecordKind.LEAD)).isEqualTo(1);
        follower.run(Duration.ofMillis(300));
        assertThat(follower.contender.leading()).isTrue();
    }

    @Test
    void aTickOfTheDeposedBehindTheLeadTellsAFalseTakeOver() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        follower.untilLeading();
        assertThat(follower.contender.takeOvers()).isEqualTo(1);
        assertThat(follower.contender.falseTakeOvers()).as("it may be dead").isZero();
        for (int i = 0; i < 3; i++) {
            log.pass(Duration.ofSeconds(1));
            leader.contender.onQuiet();
            follower.step();
        }
        assertThat(follower.contender.falseTakeOvers()).as("once").isEqualTo(1);
        assertThat(follower.contender.leading()).isTrue();
    }

    @Test
    void anEmptySeatIsTakenOverFromNobody() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        leader.contender.resign();
        together(Duration.ofMillis(300), leader, follower);
        assertThat(follower.contender.leading()).isTrue();
        assertThat(leader.contender.takeOvers() + follower.contender.takeOvers())
                .isZero();
    }

    @Test
    void aZombieStepsDownAtTheLeadItReads() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        leader.connected = false;
        follower.untilLeading();
        leader.connected = true;
        assertThatThrownBy(leader::step)
                .isInstanceOfSatisfying(
                        HaltReason.class, refusal -> assertThat(refusal.code()).isEqualTo(ExitCode.STEPPED_DOWN));
        assertThat(leader.slots.get(leader.slots.size() - 1).leads).isFalse();
    }
}
