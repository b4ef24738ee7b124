package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.processor.state.LaneInMemory.uuid7;
import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import org.junit.jupiter.api.Test;

class HorizonTest {
    private static final long ID_FUTURE = 10_000;
    private final LaneInMemory lane = LaneInMemory.ready(LaneInMemory.rules(1, 1, 60_000, 100));

    @Test
    void theHorizonIsTheGreatestKeepTimeEverDropped() {
        lane.command(uuid7(NOON + 7, 1), add("a", 1));
        assertThat(lane.meta().horizon).isZero();
        lane.run(add("a", 1));
        assertThat(lane.meta().horizon).isEqualTo(NOON + 7);
        lane.run(add("a", 1));
        assertThat(lane.meta().horizon).isEqualTo(NOON + 7);
    }

    @Test
    void anOpaqueIdIsKeptByTheLogTimeOfItsCommand() {
        lane.run(add("a", 1));
        lane.later(5);
        lane.run(add("a", 1));
        assertThat(lane.meta().horizon).isEqualTo(NOON);
    }

    @Test
    void aCommandBeforeTheFirstTickIsNotForgottenByIt() {
        LaneInMemory young = new LaneInMemory();
        young.append(null, young.writer.rules(LaneInMemory.rules(1, 100, 60_000, 100)));
        young.command("early", add("a", 1));
        young.lead(1, LaneInMemory.HI, LaneInMemory.LO, -1);
        young.tick();
        assertThat(young.command("early", add("a", 1)).replayed()).isTrue();
        assertThat(young.value("a")).isEqualTo(1);
    }

    @Test
    void anIdOfThePastIsKeptByTheLogTimeOfItsCommand() {
        lane.command(uuid7(NOON - 500, 1), add("a", 1));
        lane.run(add("a", 1));
        assertThat(lane.meta().horizon).isEqualTo(NOON);
    }

    @Test
    void aMissingIdAtOrBeforeTheHorizonHasExpired() {
        lane.command(uuid7(NOON, 1), add("a", 1));
        lane.run(add("a", 1));
        Reply expired = lane.command(uuid7(NOON, 1), add("a", 1));
        assertThat(expired.verdict()).isEqualTo(Verdict.ID_EXPIRED);
        assertThat(expired.problem()).isEqualTo(new Reply.Problem(ReplyWriter.NO_OP, 0, 0, 0, NOON));
        assertThat(lane.value("a")).isEqualTo(2);
        assertThat(lane.command(uuid7(NOON + 1, 2), add("a", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void anExpiredIdIsNotRemembered() {
        lane.command(uuid7(NOON, 1), add("a", 1));
        lane.command("last", add("a", 1));
        lane.command(uuid7(NOON, 1), add("a", 1));
        assertThat(lane.command("last", add("a", 1)).replayed()).isTrue();
    }

    @Test
    void theWindowIsAskedBeforeTheHorizon() {
        lane.command(uuid7(NOON + 100, 1), add("a", 1));
        lane.command(uuid7(NOON + 50, 2), add("a", 1));
        assertThat(lane.meta().horizon).isEqualTo(NOON + 100);
        assertThat(lane.command(uuid7(NOON + 50, 2), add("a", 1)).replayed()).isTrue();
    }

    @Test
    void noIdThatCarriesItsTimeRunsTwiceHoweverLateItsRetry() {
        for (int i = 0; i < 100; i++) {
            lane.command(uuid7(NOON + (i * 37) % 100, i), add("k" + i, 1));
        }
        for (int i = 0; i < 100; i++) {
            lane.later(1_000);
            lane.command(uuid7(NOON + (i * 37) % 100, i), add("k" + i, 1));
            assertThat(lane.value("k" + i)).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void anOpaqueIdRunsAgainOnceItLeftTheWindow() {
        lane.command("opaque", add("a", 1));
        lane.command("other", add("b", 1));
        assertThat(lane.command("opaque", add("a", 1)).replayed()).isFalse();
        assertThat(lane.value("a")).isEqualTo(2);
    }

    @Test
    void anIdTooFarInTheFutureIsRefused() {
        Reply future = lane.command(uuid7(NOON + ID_FUTURE + 1, 1), add("a", 1));
        assertThat(future.verdict()).isEqualTo(Verdict.ID_IN_FUTURE);
        assertThat(lane.meta().windowCount).isZero();
        assertThat(lane.command(uuid7(NOON + ID_FUTURE, 1), add("a", 1)).verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void theFutureIsMeasuredFromTheLaterOfLogTimeAndRecordTime() {
        lane.recordTime = NOON - 5_000;
        assertThat(lane.command(uuid7(NOON + ID_FUTURE, 1), add("a", 1)).verdict())
                .isEqualTo(Verdict.OK);
        lane.recordTime = NOON + 50_000;
        assertThat(lane.command(uuid7(NOON + 50_000 + ID_FUTURE, 1), add("a", 1))
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void onlyVersionSevenCarriesATimeInWhateverCase() {
        String version4 = uuid7(1, 1).replace("-7000-", "-4000-");
        assertThat(lane.command(version4, add("a", 1)).verdict()).isEqualTo(Verdict.OK);
        String upperCase = uuid7(0xAB_0000_0000L, 1).toUpperCase(java.util.Locale.ROOT);
        lane.run(add("a", 1));
        assertThat(lane.command(upperCase, add("a", 1)).verdict()).isEqualTo(Verdict.ID_EXPIRED);
    }

    @Test
    void anIdInCapitalsIsTheSameId() {
        String id = uuid7(NOON, 0xABC);
        assertThat(lane.command(id, add("a", 1)).replayed()).isFalse();
        assertThat(lane.command(id.toUpperCase(java.util.Locale.ROOT), add("a", 1))
                        .replayed())
                .isTrue();
    }
}
