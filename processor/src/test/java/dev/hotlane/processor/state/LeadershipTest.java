package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.HI;
import static dev.hotlane.processor.state.LaneInMemory.LO;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import org.junit.jupiter.api.Test;

class LeadershipTest {
    private final LaneInMemory lane = LaneInMemory.ready();

    private void changesNothing(Runnable append) {
        Meta before = lane.meta();
        append.run();
        Meta after = lane.meta();
        assertThat(lane.effects.accepted()).isFalse();
        assertThat(after.nextOffset).isEqualTo(before.nextOffset + 1);
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("nextOffset", "digest", "windowStart", "resolvedStart")
                .isEqualTo(before);
    }

    @Test
    void theFirstLeadOfTheNextEpochWins() {
        long lastTick = lane.meta().lastTick;
        assertThat(lane.lead(2, 5, 6, lastTick)).isTrue();
        changesNothing(() -> lane.lead(2, 7, 8, lastTick));
        assertThat(lane.state.isLedBy(5, 6)).isTrue();
        assertThat(lane.state.isLedBy(HI, LO)).isFalse();
        assertThat(lane.meta().epoch).isEqualTo(2);
    }

    @Test
    void aLeadOfAnyOtherEpochIsRefused() {
        long lastTick = lane.meta().lastTick;
        changesNothing(() -> lane.lead(1, 5, 6, lastTick));
        changesNothing(() -> lane.lead(3, 5, 6, lastTick));
        changesNothing(() -> lane.lead(0, 5, 6, lastTick));
    }

    @Test
    void aLeadWhoseSenderMissedATickIsRefused() {
        long seen = lane.meta().lastTick;
        lane.tick();
        changesNothing(() -> lane.lead(2, 5, 6, seen));
        assertThat(lane.lead(2, 5, 6, lane.meta().lastTick)).isTrue();
    }

    @Test
    void aLeadOfNobodyIsRefused() {
        changesNothing(() -> lane.lead(2, 0, 0, lane.meta().lastTick));
        assertThat(lane.state.isLedBy(0, 0)).isFalse();
    }

    @Test
    void theTicksOfAZombieChangeNothing() {
        lane.lead(2, 5, 6, lane.meta().lastTick);
        Meta meta = lane.meta();
        changesNothing(() -> lane.tick(1, HI, LO, NOON + 999_999, meta.lastTick, meta.lastTickDigest));
        changesNothing(() -> lane.tick(2, HI, LO, NOON + 999_999, meta.lastTick, meta.lastTickDigest));
        changesNothing(() -> lane.tick(1, 5, 6, NOON + 999_999, meta.lastTick, meta.lastTickDigest));
        changesNothing(() -> lane.tick(3, 5, 6, NOON + 999_999, meta.lastTick, meta.lastTickDigest + 1));
        assertThat(lane.tick()).isTrue();
    }

    @Test
    void onlyTheLeaderResigns() {
        changesNothing(() -> lane.resign(1, 5, 6));
        changesNothing(() -> lane.resign(2, HI, LO));
        assertThat(lane.resign(1, HI, LO)).isTrue();
        assertThat(lane.state.isLedBy(HI, LO)).isFalse();
        changesNothing(() -> lane.resign(1, HI, LO));
        changesNothing(() -> lane.resign(1, 0, 0));
    }

    @Test
    void afterAResignTheTicksOfTheOldLeaderChangeNothingAndTheNextMayLead() {
        lane.resign(1, HI, LO);
        Meta meta = lane.meta();
        changesNothing(() -> lane.tick(1, HI, LO, NOON, meta.lastTick, meta.lastTickDigest));
        changesNothing(() -> lane.tick(1, 0, 0, NOON, meta.lastTick, meta.lastTickDigest));
        assertThat(lane.lead(2, 5, 6, meta.lastTick)).isTrue();
    }

    @Test
    void theSameProcessMayLeadAgainInTheNextEpoch() {
        assertThat(lane.lead(2, HI, LO, lane.meta().lastTick)).isTrue();
        assertThat(lane.tick()).isTrue();
    }

    @Test
    void aTickWithAnotherDigestChangesNothingAndIsAContradiction() {
        Meta meta = lane.meta();
        changesNothing(() -> lane.tick(1, HI, LO, NOON, meta.lastTick, meta.lastTickDigest + 1));
        assertThat(lane.state.contradiction())
                .hasMessageContaining("TICK at offset " + meta.nextOffset)
                .hasMessageContaining("offset " + meta.lastTick)
                .hasMessageContaining(String.format("%016x", meta.lastTickDigest));
        assertThat(lane.tick()).isTrue();
        assertThat(lane.state.contradiction()).isNull();
    }

    @Test
    void aTickThatSawATickWeNeverAcceptedChangesNothingAndIsAContradiction() {
        Meta meta = lane.meta();
        changesNothing(() -> lane.tick(1, HI, LO, NOON, meta.lastTick + 1, meta.lastTickDigest));
        assertThat(lane.state.contradiction()).hasMessageContaining("offset " + (meta.lastTick + 1));
        changesNothing(() -> lane.tick(1, HI, LO, NOON, Long.MAX_VALUE, meta.lastTickDigest));
    }

    @Test
    void aTickOfAnotherThatContradictsIsNoContradiction() {
        Meta meta = lane.meta();
        lane.tick(1, HI, LO, NOON, meta.lastTick, meta.lastTickDigest + 1);
        changesNothing(() -> lane.tick(1, 7, 8, NOON, meta.lastTick, meta.lastTickDigest + 1));
        assertThat(lane.state.contradiction()).isNull();
    }

    @Test
    void aTickThatSawTheFutureChangesNothing() {
        Meta meta = lane.meta();
        for (long far : new long[] {meta.nextOffset + 10, Long.MAX_VALUE}) {
            changesNothing(() -> lane.progress(far, 0, 0));
            changesNothing(() -> lane.progress(0, far, 0));
            changesNothing(() -> lane.progress(0, 0, far));
        }
        assertThat(lane.tick()).isTrue();
    }

    @Test
    void theExtremesOfALeadersClockHoldUntilItsNextTick() {
        Meta meta = lane.meta();
        assertThat(lane.tick(1, HI, LO, Long.MIN_VALUE, -1, 0)).isTrue();
        assertThat(lane.meta().logTime).isEqualTo(meta.logTime);
        assertThat(lane.tick(1, HI, LO, Long.MAX_VALUE, -1, 0)).isTrue();
        assertThat(lane.meta().ceiling).isEqualTo(Long.MAX_VALUE);
        assertThat(lane.tick()).isTrue();
        assertThat(lane.meta().ceiling).isLessThan(Long.MAX_VALUE);
        assertThat(lane.meta().logTime).isLessThan(meta.logTime + 60_000);
    }

    @Test
    void absurdEpochsChangeNothing() {
        Meta meta = lane.meta();
        for (long epoch : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, meta.epoch + 1_000_000}) {
            changesNothing(() -> lane.lead(epoch, 5, 6, meta.lastTick));
            changesNothing(() -> lane.lead(epoch, HI, LO, meta.lastTick));
            changesNothing(() -> lane.resign(epoch, HI, LO));
            changesNothing(() -> lane.tick(epoch, HI, LO, NOON, meta.lastTick, meta.lastTickDigest));
        }
        changesNothing(() -> lane.lead(2, 5, 6, Long.MAX_VALUE));
        changesNothing(() -> lane.lead(2, 5, 6, -1));
    }

    @Test
    void theLastEpochHasNoNext() {
        lane.state.anchor(0, Long.MAX_VALUE);
        lane.skipTo(0);
        changesNothing(() -> lane.lead(Long.MIN_VALUE, 5, 6, lane.meta().lastTick));
    }

    @Test
    void aTickWrittenBeforeItsSenderSawTheLastOneIsNotCompared() {
        Meta meta = lane.meta();
        lane.tick();
        assertThat(lane.tick(1, HI, LO, NOON, meta.lastTick, meta.lastTickDigest))
                .isTrue();
    }

    @Test
    void withoutRulesNoTickIsAccepted() {
        LaneInMemory empty = new LaneInMemory();
        assertThat(empty.lead(1, HI, LO, -1)).isTrue();
        assertThat(empty.tick()).isFalse();
    }
}
