package dev.hotlane.processor.lead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.sbe.CommandKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContenderTest extends OnASimulatedLog {
    @Test
    void leadsAtOnceWhereNobodyEverLed() {
        SimProcess first = new SimProcess(log);
        first.run(Duration.ofMillis(100));
        assertThat(first.contender.leading()).isTrue();
        assertThat(first.contender.epoch()).isEqualTo(1);
    }

    @Test
    void leadsOnAQuietLogWhereNothingIsLeftToReplay() {
        Positions positions = Positions.of(9, 9, log.nanos, FlushLimit.of(9, () -> 9), () -> 9);
        Contender contender = new Contender(
                Incarnation.random(),
                LeadSettings.DEFAULT,
                log.clocks(),
                new Replay(9, 9, log.nanos),
                positions,
                meta -> meta.lastTick = 5,
                new Outlet(value -> log.append(null, value), nanos -> {}, false));
        for (int i = 0; i < 10; i++) {
            log.pass(Duration.ofMillis(20));
            positions.logAnswered().set(log.nanos);
            contender.onQuiet();
        }
        assertThat(count(RecordKind.LEAD)).isEqualTo(1);
    }

    @Test
    void ticksTenTimesASecondBusyOrQuiet() {
        SimProcess leader = new SimProcess(log).untilLeading();
        long quiet = leader.contender.ticks();
        leader.run(Duration.ofSeconds(2));
        assertThat(leader.contender.ticks() - quiet).isBetween(18L, 21L);
        long busy = leader.contender.ticks();
        for (int i = 0; i < 200; i++) {
            log.transact("b-" + i, 0, Command.transact(Op.add("k", 1)));
            leader.run(Duration.ofMillis(10));
        }
        assertThat(leader.contender.ticks() - busy).isBetween(18L, 21L);
    }

    @Test
    void ticksAgainAtOnceWhileExpiredHoldsWaitForRecords() {
        SimProcess leader = new SimProcess(log).untilLeading();
        byte[] none = {};
        for (int i = 0; i < 20_000; i++) {
            List<Op> line = List.of(Op.add("stock", -1).flags(Op.NO_MIN));
            log.transact("r" + i, 0, new Command(CommandKind.TRANSACT, true, 1_000, line, none, none));
        }
        leader.run(Duration.ofMillis(900));
        assertThat(leader.describe().holdsOpen).isEqualTo(20_000);
        leader.run(Duration.ofMillis(300));
        assertThat(leader.describe().holdsOpen)
                .as("five records for 4,096 each, not five tenths of a second")
                .isZero();
        long ticks = leader.contender.ticks();
        leader.run(Duration.ofSeconds(1));
        assertThat(leader.contender.ticks() - ticks)
                .as("then at its usual pace")
                .isBetween(9L, 11L);
    }

    @Test
    void keepsOneTickInFlightSoThatEveryDigestIsCompared() {
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofMillis(200));
        leader.step();
        int before = log.entries.size();
        for (int i = 0; i < 30; i++) {
            log.pass(Duration.ofMillis(10));
            leader.contender.onQuiet();
        }
        assertThat(log.entries.size() - before).isEqualTo(1);
        log.pass(Duration.ofSeconds(1));
        leader.contender.onQuiet();
        assertThat(log.entries.size() - before)
                .as("a lost one is written again")
                .isEqualTo(2);
    }

    @Test
    void staysSilentWhileAnotherLeads() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofSeconds(10), leader, follower);
        assertThat(follower.contender.leading()).isFalse();
        assertThat(count(RecordKind.LEAD)).isEqualTo(1);
        leader.connected = false;
        together(Duration.ofMillis(10), leader, follower);
        assertThat(follower.describe().digest).isEqualTo(leader.describe().digest);
    }

    @Test
    void standsAtOnceAfterAResign() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        assertThat(leader.contender.resign()).isNotDone();
        together(Duration.ofMillis(50), leader, follower);
        assertThat(leader.contender.resign()).isDone();
        assertThat(leader.contender.leading()).isFalse();
        together(Duration.ofMillis(200), leader, follower);
        assertThat(follower.contender.leading()).isTrue();
        assertThat(count(RecordKind.RESIGN)).isEqualTo(1);
    }

    @Test
    void hasResignedWhenATickBehindTheResignWasReadBack() {
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofMillis(500));
        leader.contender.resign();
        while (leader.contender.resignedAt() < 0) {
            leader.run(Duration.ofMillis(10));
        }
        assertThat(leader.passed()).isLessThanOrEqualTo(leader.contender.resignedAt());
        assertThat(leader.contender.resign()).isNotDone();
        leader.run(Duration.ofMillis(50));
        assertThat(leader.contender.resign()).isDone();
        assertThat(leader.passed()).isEqualTo(leader.contender.resignedAt() + 1);
        assertThat(leader.contender.leading()).isFalse();
    }

    @Test
    void appendsTheTickBehindItsResignAgainIfItIsLost() {
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofMillis(500));
        leader.contender.resign();
        leader.step();
        leader.connected = false;
        leader.run(Duration.ofMillis(300));
        assertThat(leader.contender.resignedAt()).isPositive();
        assertThat(leader.contender.resign()).isNotDone();
        leader.connected = true;
        leader.run(Duration.ofMillis(500));
        assertThat(leader.contender.resign()).isDone();
    }

    @Test
    void aFollowerResignsWithoutAWord() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(100), leader, follower);
        follower.contender.resign();
        together(Duration.ofMillis(50), leader, follower);
        assertThat(follower.contender.resign()).isDone();
        assertThat(count(RecordKind.RESIGN)).isZero();
        follower.run(Duration.ofSeconds(5));
        assertThat(follower.contender.leading()).isFalse();
    }

    @Test
    void standsAgainWhenItsLeadCameTooLate() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        together(Duration.ofMillis(500), leader, follower);
        // A TICK that the follower has not read when its LEAD is appended makes the LEAD void.
        follower.run(Duration.ofMillis(1_050));
        long leads = count(RecordKind.LEAD);
        follower.run(Duration.ofSeconds(2));
        assertThat(follower.contender.leading()).isTrue();
        assertThat(count(RecordKind.LEAD)).isGreaterThanOrEqualTo(leads);
    }

    @Test
    void ofTwoThatStandTogetherOneLeads() {
        SimProcess one = new SimProcess(log);
        SimProcess other = new SimProcess(log);
        together(Duration.ofSeconds(5), one, other);
        assertThat(one.contender.leading()).isNotEqualTo(other.contender.leading());
        assertThat(one.describe().epoch).isEqualTo(1);
    }

    @Test
    void ofTwoThatTakeOverTogetherOneLeads() {
        new SimProcess(log).untilLeading();
        SimProcess one = new SimProcess(log);
        SimProcess other = new SimProcess(log);
        together(Duration.ofSeconds(5), one, other);
        assertThat(one.contender.leading()).isNotEqualTo(other.contender.leading());
        assertThat(one.describe().epoch).isEqualTo(2);
    }

    @Test
    void doesNotStandWithAWrongClock() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess wrong = new SimProcess(log, new Clocks(() -> log.wallMillis - 5_000, () -> log.nanos));
        together(Duration.ofSeconds(1), leader, wrong);
        for (int i = 0; i < 300; i++) {
            log.transact("c-" + i, 0, Command.transact(Op.add("k", 1)));
            wrong.run(Duration.ofMillis(10));
        }
        assertThat(wrong.contender.leading()).isFalse();
        assertThat(count(RecordKind.LEAD)).isEqualTo(1);
    }

    @Test
    void doesNotStandBeforeTheBacklogIsApplied() {
        SimProcess leader = new SimProcess(log).untilLeading();
        SimProcess follower = new SimProcess(log);
        follower.step();
        for (int i = 0; i < 200; i++) {
            leader.run(Duration.ofMillis(10));
        }
        // Two seconds of TICKs lie unread; by its own clock the leader was silent all that time.
        int before = log.entries.size();
        follower.contender.onQuiet();
        follower.contender.onQuiet();
        assertThat(log.entries).hasSize(before);
        follower.step();
        follower.step();
        assertThat(log.entries).hasSize(before);
    }
}
