package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A record that a SKIP takes out of the replay: what is left of it, and which SKIPs take effect. */
class QuarantineTest {
    private final LaneInMemory lane = LaneInMemory.ready();

    private long next() {
        return lane.meta().nextOffset;
    }

    @Test
    void doesNothingButKeepItsIdFromEverRunning() {
        lane.command("stock", Op.add("k", 5));
        Meta before = lane.meta();
        lane.state.quarantine(new long[] {next()});
        assertThat(lane.command("poison", Op.add("k", 1))).as("a reply").isNull();
        assertThat(lane.value("k")).isEqualTo(5);
        assertThat(lane.meta().logTime).isEqualTo(before.logTime);
        assertThat(lane.meta().windowCount).isEqualTo(before.windowCount + 1);

        Reply retry = lane.command("poison", Op.add("k", 1));
        assertThat(retry.verdict()).isEqualTo(Verdict.QUARANTINED);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.originSequence()).isEqualTo(before.nextOffset);
        assertThat(lane.command("poison", Op.add("other", 7)).verdict()).isEqualTo(Verdict.QUARANTINED);
        assertThat(lane.readCommand("poison").verdict()).isEqualTo(Verdict.QUARANTINED);
        assertThat(lane.command("end", Content.abandon("poison")).verdict()).isEqualTo(Verdict.QUARANTINED);
        assertThat(lane.value("k")).isEqualTo(5);
    }

    @Test
    void leavesWhatItsIdCameToBefore() {
        lane.command("order", Op.add("k", 5));
        lane.state.quarantine(new long[] {next()});
        lane.command("order", Op.add("k", 5));
        Reply again = lane.command("order", Op.add("k", 5));
        assertThat(again.verdict()).isEqualTo(Verdict.OK);
        assertThat(again.replayed()).isTrue();
        assertThat(lane.value("k")).isEqualTo(5);
    }

    @Test
    void takesATickWithAWrongDigestOutOfTheWay() {
        Meta now = lane.meta();
        lane.state.quarantine(new long[] {next()});
        lane.tick(now.epoch, now.leaderHi, now.leaderLo, lane.recordTime, now.lastTick, now.lastTickDigest + 1);
        assertThat(lane.meta().lastTick).isEqualTo(now.lastTick);
        assertThat(lane.tick()).isTrue();
    }

    @Test
    void aSkipThatWasNotKnownBeforeEndsTheProcess() {
        long applied = next();
        lane.command("a", Op.add("k", 1));
        byte[] skip = lane.writer.skip(applied);
        assertThatThrownBy(() -> lane.append(null, skip))
                .isInstanceOf(LateSkipException.class)
                .hasMessageContaining("offset " + applied);
    }

    @Test
    void aSkipOfWhatALeaderGotPastIsNothing() {
        long applied = next();
        lane.command("a", Op.add("k", 1));
        lane.tick();
        lane.append(null, lane.writer.skip(applied));
        lane.append(null, lane.writer.skip(next() + 5));
        assertThat(lane.value("k")).isEqualTo(1);
    }

    @Test
    void aSkipOfAnAppliedRecordOfAFileTakesEffectUnlessATickHasPassedIt() {
        long passed = next();
        lane.command("a", Op.add("k", 1));
        lane.command("b", Op.add("k", 1));
        lane.state.quarantine(new long[0], passed + 1);
        lane.append(null, lane.writer.skip(passed));
        byte[] skip = lane.writer.skip(passed + 1);
        assertThatThrownBy(() -> lane.append(null, skip)).isInstanceOf(LateSkipException.class);
    }

    @Test
    void aTickThatIsSteppedOverStillVoidsASkipAsItDoesInTheScan() {
        long applied = next();
        lane.command("a", Op.add("k", 1));
        Meta now = lane.meta();
        byte[] tick = lane.writer.tick(new Tick(
                now.epoch, now.leaderHi, now.leaderLo, 4, now.lastTick, now.lastTickDigest, now.nextOffset, 0, 0));
        lane.state.quarantine(new long[] {now.nextOffset});
        lane.append(null, tick);
        lane.append(null, lane.writer.skip(applied));
        assertThat(lane.value("k")).isEqualTo(1);
    }

    @Test
    void theLogAloneSaysWhichSkipsTakeEffect() {
        List<byte[]> log = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            log.add(lane.writer.readCounters(new Routing(1, 2, i, 0), List.of()));
        }
        log.set(4, tick(3));
        log.set(6, lane.writer.skip(2));
        log.set(7, lane.writer.skip(3));
        log.set(8, lane.writer.skip(3));
        log.set(9, lane.writer.skip(10));
        log.set(10, tick(99));
        log.set(11, lane.writer.skip(5));

        assertThat(scan(log, 0))
                .as("2: a leader got past it. 10: not there yet")
                .containsExactly(3, 5);
        assertThat(scan(log, 4)).as("3 is in the checkpoint").containsExactly(5);
    }

    @Test
    void absurdSkipsTakeNoEffectAndAnyNumberOfOthersIsTakenIn() {
        List<byte[]> log = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            log.add(new byte[] {1});
        }
        for (long absurd : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 5_003}) {
            log.add(lane.writer.skip(absurd));
        }
        for (int i = 4_999; i >= 0; i--) {
            log.add(lane.writer.skip(i));
        }
        assertThat(scan(log, 0)).hasSize(5_000).isSorted().startsWith(0, 1).endsWith(4_998, 4_999);
    }

    private byte[] tick(long applied) {
        return lane.writer.tick(new Tick(1, 2, 3, 4, -1, 0, applied, 0, 0));
    }

    private static long[] scan(List<byte[]> log, int from) {
        SkipScan scan = new SkipScan(from);
        for (int i = from; i < log.size(); i++) {
            scan.see(i, null, log.get(i));
        }
        return scan.offsets();
    }
}
