package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.HI;
import static dev.hotlane.processor.state.LaneInMemory.LO;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import org.junit.jupiter.api.Test;

class LogClockTest {
    private static final long SLACK = 1_000;
    private final LaneInMemory lane = LaneInMemory.ready();

    private long timeAfterRecordAt(long recordTime) {
        lane.recordTime = recordTime;
        long told = lane.run(add("a", 1)).time();
        assertThat(told).isEqualTo(lane.meta().logTime);
        return told;
    }

    private boolean tickAt(long recordTime, long wallClock) {
        Meta meta = lane.meta();
        lane.recordTime = recordTime;
        return lane.tick(meta.epoch, HI, LO, wallClock, meta.lastTick, meta.lastTickDigest);
    }

    @Test
    void beforeTheFirstTickItStandsStill() {
        LaneInMemory empty = new LaneInMemory();
        empty.putInForce(LaneInMemory.rules(1, 10, 1_000, 10));
        assertThat(empty.run(add("a", 1)).time()).isZero();
    }

    @Test
    void itFollowsTheRecordsUpToTheCeiling() {
        assertThat(timeAfterRecordAt(NOON + 1)).isEqualTo(NOON + 1);
        assertThat(timeAfterRecordAt(NOON + SLACK)).isEqualTo(NOON + SLACK);
        assertThat(timeAfterRecordAt(NOON + SLACK + 1)).isEqualTo(NOON + SLACK);
    }

    @Test
    void itNeverGoesBack() {
        timeAfterRecordAt(NOON + 500);
        assertThat(timeAfterRecordAt(NOON + 499)).isEqualTo(NOON + 500);
        assertThat(timeAfterRecordAt(-1)).isEqualTo(NOON + 500);
        assertThat(tickAt(NOON + 400, NOON - 60_000)).isTrue();
        assertThat(timeAfterRecordAt(NOON + 900)).isEqualTo(NOON + 500);
    }

    @Test
    void aBrokerClockAloneCannotPushItForward() {
        assertThat(timeAfterRecordAt(NOON + 86_400_000)).isEqualTo(NOON + SLACK);
    }

    @Test
    void aLeaderClockAloneCannotPushItForward() {
        tickAt(NOON + 10, NOON + 86_400_000);
        assertThat(lane.meta().logTime).isEqualTo(NOON + 10);
    }

    @Test
    void aTickCountsItsOwnCeiling() {
        tickAt(NOON + 5_000, NOON + 4_500);
        assertThat(lane.meta().logTime).isEqualTo(NOON + 5_000);
        assertThat(lane.meta().ceiling).isEqualTo(NOON + 4_500 + SLACK);
    }

    @Test
    void anAbsurdLeaderClockDoesNotWrapAround() {
        tickAt(NOON + 10, Long.MAX_VALUE);
        assertThat(lane.meta().ceiling).isEqualTo(Long.MAX_VALUE);
        assertThat(timeAfterRecordAt(NOON + 11)).isEqualTo(NOON + 11);
    }

    @Test
    void garbageDoesNotMoveIt() {
        lane.recordTime = NOON + 500;
        lane.append(null, new byte[] {1, 2, 3});
        assertThat(lane.meta().logTime).isEqualTo(NOON);
    }
}
