package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.HI;
import static dev.hotlane.processor.state.LaneInMemory.LO;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void aTickWithAnotherDigestIsADivergence() {
        Meta meta = lane.meta();
        assertThatThrownBy(() -> lane.tick(1, HI, LO, NOON, meta.lastTick, meta.lastTickDigest + 1))
                .isInstanceOf(DivergenceException.class)
                .hasMessageContaining("offset " + meta.lastTick)
                .hasMessageContaining(String.format("%016x", meta.lastTickDigest));
    }

    @Test
    void aTickThatSawATickWeNeverAcceptedIsADivergence() {
        Meta meta = lane.meta();
        assertThatThrownBy(() -> lane.tick(1, HI, LO, NOON, meta.lastTick + 1, meta.lastTickDigest))
                .isInstanceOf(DivergenceException.class)
                .hasMessageContaining("offset " + (meta.lastTick + 1));
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
