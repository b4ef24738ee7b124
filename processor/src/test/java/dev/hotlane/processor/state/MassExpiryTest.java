package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import org.junit.jupiter.api.Test;

/** Goal: a million holds that expire at once don't stop the lane, and nobody ever sees one that has expired. */
class MassExpiryTest {
    private static final int HOLDS = 1_000_000;
    private static final int A_RECORD = 4_096;
    private static final long TTL = 60_000;
    private final LaneInMemory lane = LaneInMemory.ready(new RulesDraft().build());

    @Test
    void aMillionHoldsExpiringAtOnceAreSpreadOverRecords() {
        lane.run(set("stock", HOLDS));
        for (int i = 0; i < HOLDS; i++) {
            lane.command("r" + i, hold(TTL, stock("stock", 1)));
        }
        assertThat(lane.value("stock")).isZero();
        lane.recordTime = NOON + TTL + 500;
        long longest = 0;
        long all = 0;
        int records = 0;
        while (lane.meta().holdsOpen > 0) {
            long start = System.nanoTime();
            lane.tick();
            long took = System.nanoTime() - start;
            longest = Math.max(longest, took);
            all += took;
            records++;
            int left = Math.max(0, HOLDS - records * A_RECORD);
            assertThat(lane.meta().holdsOpen).isEqualTo(left);
            assertThat(lane.value("stock")).isEqualTo(HOLDS - left);
            assertThat(lane.meta().logTime).isEqualTo(left > 0 ? NOON + TTL - 1 : NOON + TTL + 500);
            assertThat(lane.state.expiriesDue()).isEqualTo(left > 0);
        }
        assertThat(records).isEqualTo((HOLDS + A_RECORD - 1) / A_RECORD);
        System.out.printf(
                "MassExpiryTest: %d records of %.1f ms, the longest %.1f ms%n",
                records, all / 1e6 / records, longest / 1e6);
        assertThat(lane.readHold("r0").hold().state()).isEqualTo(HoldState.EXPIRED);
    }

    @Test
    void whoeverComesInBetweenFindsHoldsOpenOrExpiredNeverOverdue() {
        lane.run(set("stock", HOLDS));
        int some = 3 * A_RECORD;
        for (int i = 0; i < some; i++) {
            lane.command("r" + i, hold(TTL + i / A_RECORD, stock("stock", 1)));
        }
        lane.later(TTL + 900);
        assertThat(lane.meta().logTime).isEqualTo(NOON + TTL);
        Reply early = lane.command("c1", confirm("r" + (some - 1)));
        assertThat(early.time()).isEqualTo(NOON + TTL + 1);
        assertThat(early.verdict()).isEqualTo(Verdict.OK);
        Reply late = lane.command("c2", confirm("r" + (some - 2)));
        assertThat(late.time()).isEqualTo(NOON + TTL + 900);
        assertThat(late.verdict()).isEqualTo(Verdict.EXPIRED);
        assertThat(lane.value("stock")).isEqualTo(HOLDS - 1);
    }
}
