package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.limit;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiryTest {
    private static final long TTL = 10_000;
    private final RulesDraft draft = new RulesDraft();

    private LaneInMemory lane() {
        LaneInMemory lane = LaneInMemory.ready(draft.build());
        lane.run(set("stock", 100));
        return lane;
    }

    private static List<Long> resolved(LaneInMemory lane) {
        List<Long> sequences = new ArrayList<>();
        lane.effects.forEachHold(new HoldImage(), new HoldSink() {
            @Override
            public void opened(HoldImage hold) {}

            @Override
            public void changed(HoldImage hold) {}

            @Override
            public void resolved(HoldImage hold) {
                sequences.add(hold.createdSequence());
            }
        });
        return sequences;
    }

    @Test
    void expiryWinsInTheSameMillisecond() {
        LaneInMemory lane = lane();
        lane.command("r1", hold(TTL, stock("stock", 2)));
        lane.command("r2", hold(TTL + 1, stock("stock", 2)));
        lane.recordTime = NOON + TTL;
        lane.tick();
        Reply late = lane.command("c1", confirm("r1"));
        assertThat(late.time()).isEqualTo(NOON + TTL);
        assertThat(late.verdict()).isEqualTo(Verdict.EXPIRED);
        assertThat(lane.command("x1", cancel("r1")).verdict()).isEqualTo(Verdict.EXPIRED);
        assertThat(lane.command("e1", extend("r1", TTL)).verdict()).isEqualTo(Verdict.EXPIRED);
        assertThat(lane.command("c2", confirm("r2")).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void theRecordThatBringsTheTimeAlreadySeesTheUnitsBack() {
        LaneInMemory lane = LaneInMemory.ready(draft.build());
        lane.run(set("stock", 1));
        lane.command("r1", hold(500, limit("limit", 1, 1), stock("stock", 1)));
        lane.recordTime = NOON + 499;
        assertThat(lane.run(add("stock", -1)).verdict()).isEqualTo(Verdict.INSUFFICIENT);
        lane.recordTime = NOON + 500;
        Reply bought = lane.run(add("stock", -1), limit("limit", 1, 1));
        assertThat(bought.verdict()).isEqualTo(Verdict.OK);
        assertThat(resolved(lane)).hasSize(1);
        Reply.Hold expired = lane.readHold("r1").hold();
        assertThat(expired.state()).isEqualTo(HoldState.EXPIRED);
        assertThat(expired.resolvedAt()).isEqualTo(NOON + 500);
    }

    @Test
    void holdsExpireInTheOrderOfExpiryAndThenOfCreation() {
        LaneInMemory lane = lane();
        long late = lane.command("r1", hold(300, stock("stock", 1))).sequence();
        long first = lane.command("r2", hold(100, stock("stock", 1))).sequence();
        long extended = lane.command("r3", hold(50, stock("stock", 1))).sequence();
        long second = lane.command("r4", hold(200, stock("stock", 1))).sequence();
        lane.command("e3", extend("r3", 200));
        lane.later(400);
        assertThat(resolved(lane)).containsExactly(first, extended, second, late);
        assertThat(lane.value("stock")).isEqualTo(100);
        assertThat(lane.state.counts().holdsExpired()).isEqualTo(4);
    }

    @Test
    void anExtensionCountsFromNowAndMayShorten() {
        LaneInMemory lane = lane();
        lane.command("r1", hold(TTL, stock("stock", 1)));
        lane.later(1_000);
        Reply longer = lane.command("e1", extend("r1", TTL));
        assertThat(longer.hold().expiresAt()).isEqualTo(NOON + 1_000 + TTL);
        assertThat(longer.hold().state()).isEqualTo(HoldState.HELD);
        Reply shorter = lane.command("e2", extend("r1", 5));
        assertThat(shorter.hold().expiresAt()).isEqualTo(NOON + 1_005);
        Reply retry = lane.command("e1", extend("r1", TTL));
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.originSequence()).isEqualTo(longer.sequence());
        assertThat(retry.holds()).as("as it was then").isEqualTo(longer.holds());
        lane.later(5);
        assertThat(lane.readHold("r1").hold().state()).isEqualTo(HoldState.EXPIRED);
    }

    @Test
    void timeWaitsForItsExpiriesAndNoCommandSeesAnExpiredHold() {
        draft.expiriesPerRecord = 2;
        LaneInMemory lane = lane();
        for (int i = 0; i < 5; i++) {
            lane.command("r" + i, hold(100 + i / 4, stock("stock", 1)));
        }
        lane.later(1_000);
        assertThat(lane.meta().logTime).isEqualTo(NOON + 99);
        assertThat(lane.state.expiriesDue()).isTrue();
        assertThat(lane.state.expiriesWaiting(100)).isEqualTo(3);
        assertThat(lane.state.expiriesWaiting(2)).isEqualTo(2);
        Reply tooEarly = lane.command("c3", confirm("r4"));
        assertThat(tooEarly.time()).isEqualTo(NOON + 100);
        assertThat(tooEarly.verdict())
                .as("the clock has not come to its expiry")
                .isEqualTo(Verdict.OK);
        lane.tick();
        assertThat(lane.meta().logTime).isEqualTo(NOON + 1_000);
        assertThat(lane.state.expiriesDue()).isFalse();
        assertThat(lane.state.expiriesWaiting(100)).isZero();
        assertThat(lane.value("stock")).isEqualTo(99);
    }

    @Test
    void resolvedHoldsAreKeptForTheRetentionOfLogTime() {
        draft.holdRetentionMs = 1_000;
        LaneInMemory lane = lane();
        lane.command("r1", hold(TTL, stock("stock", 1)));
        lane.command("x1", cancel("r1"));
        lane.later(1_000);
        assertThat(lane.readHold("r1").verdict()).isEqualTo(Verdict.OK);
        lane.later(1);
        assertThat(lane.readHold("r1").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.meta().holdsResolved).isZero();
    }

    @Test
    void soManyResolvedHoldsAreKeptTheNewestOnes() {
        draft.resolvedMax = 2;
        LaneInMemory lane = lane();
        for (int i = 0; i < 4; i++) {
            lane.command("r" + i, hold(TTL, stock("stock", 1)));
        }
        for (int i : new int[] {2, 0, 3, 1}) {
            lane.command("x" + i, cancel("r" + i));
        }
        assertThat(lane.readHold("r2").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readHold("r0").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readHold("r3").verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.readHold("r1").verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void oneRecordForgetsSoManyResolvedHoldsAtMost() {
        LaneInMemory lane = lane();
        for (int i = 0; i < 5_000; i++) {
            lane.command("r" + i, hold(TTL, limit("l", 1, 9_999)));
            lane.command("x" + i, cancel("r" + i));
        }
        draft.version = 2;
        draft.resolvedMax = 10;
        lane.putInForce(draft.build());
        assertThat(lane.meta().holdsResolved).isEqualTo(5_000 - 4_096);
        lane.tick();
        assertThat(lane.meta().holdsResolved).isEqualTo(10);
    }
}
