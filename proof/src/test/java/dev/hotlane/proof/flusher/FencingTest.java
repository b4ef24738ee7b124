package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.CheckpointBehindException;
import dev.hotlane.flusher.mysql.FencedException;
import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class FencingTest {
    private final Lane lane;
    private final FlushSettings settings;
    private final long seed = Seeds.next();
    private final ScriptedLog log = new ScriptedLog(seed, 300, 2_000, 300);

    FencingTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @Test
    void aSuccessorGoesOnWhereTheFormerLeaderStopped() {
        try (FlushingLane former = FlushingLane.virgin(log, settings)) {
            former.feed(300);
            former.flushAll();
            // As a standby that loaded at 300, and whose first batch begins below MySQL's offset.
            try (FlushingLane successor = new FlushingLane(log, settings, 300)) {
                successor.feed(100);
                former.feed(50);
                former.flushAll();
                successor.writer.fence(2);
                successor.assertMySqlHoldsEverything();
                assertThat(successor.flushes.get(0)).as("not what MySQL had").isGreaterThan(350);

                former.feed(1_000);
                former.batching.offerCut(former.replay.cut());
                assertThat(former.awaitFatal()).isInstanceOf(FencedException.class);
                assertThat(former.fatal).hasMessageContaining("step down");
                assertThat(former.writer.ready()).isFalse();
                successor.assertMySqlHoldsEverything();
            }
        }
    }

    @Test
    void ofTwoRacingWritersOneIsFencedAndNothingIsLost() {
        Random random = new Random(seed);
        FlushingLane leader = FlushingLane.virgin(log, settings);
        for (int epoch = 2; epoch <= 12; epoch++) {
            long loadedAt = leader.assertMySqlHoldsAPrefix().cut.nextOffset;
            FlushingLane zombie = leader;
            leader = new FlushingLane(log, settings, loadedAt);
            CompletableFuture<Void> race = CompletableFuture.runAsync(() -> {
                while (zombie.fatal == null && zombie.replay.next < loadedAt + 200_000) {
                    zombie.feed(20);
                    zombie.writer.drain(Duration.ofSeconds(1));
                }
            });
            leader.feed(500 + random.nextInt(5_000));
            leader.writer.fence(epoch);
            FlushingLane current = leader;
            Awaitility.await().until(current.writer::fenced);
            // The zombie may have read further than its successor; the successor reads the same log up to there.
            current.feed(5_000);
            race.join();
            assertThat(zombie.fatal).isInstanceOf(FencedException.class);
            current.feed((int) Math.max(0, zombie.replay.next - current.replay.next));
            current.assertMySqlHoldsEverything();
            zombie.close();
        }
        leader.close();
    }

    @Test
    void refusesACheckpointOlderThanItsDirtySet() {
        try (FlushingLane first = FlushingLane.virgin(log, settings)) {
            first.feed(100);
            first.flushAll();
        }
        try (FlushingLane late = new FlushingLane(log, settings, 200)) {
            late.writer.fence(2);
            assertThat(late.awaitFatal()).isInstanceOf(CheckpointBehindException.class);
            assertThat(late.fatal).hasMessageContaining("offset 100").hasMessageContaining("since 200");
        }
    }

    @Test
    void noticesThatMySqlWentBackUnderItsHands() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            flushing.feed(100);
            flushing.flushAll();
            FlushingLane.sql(lane, "UPDATE hl_meta SET next_offset = 50");
            flushing.feed(100);
            flushing.batching.offerCut(flushing.replay.cut());
            assertThat(flushing.awaitFatal()).isInstanceOf(CheckpointBehindException.class);
        }
    }

    @Test
    void refusesAStaleFence() {
        FlushingLane.virgin(log, settings).close();
        FlushingLane.sql(lane, "UPDATE hl_meta SET fence_epoch = 7");
        try (FlushingLane stale = new FlushingLane(log, settings, 0)) {
            stale.writer.fence(6);
            assertThat(stale.awaitFatal()).isInstanceOf(FencedException.class);
            assertThat(stale.fatal).hasMessageContaining("epoch 7").hasMessageContaining("epoch 6");
        }
    }

    @Test
    void refusesACheckpointOfAnotherTopic() {
        FlushingLane.virgin(log, settings).close();
        FlusherException[] fatal = new FlusherException[1];
        FlushWriter writer = new FlushWriter(settings, "topic-2", 0, () -> 0, FlushListener.NONE, e -> fatal[0] = e);
        try (writer) {
            writer.start();
            writer.fence(2);
            Awaitility.await().until(() -> fatal[0] != null);
            assertThat(fatal[0].reason()).isEqualTo(Reason.WRONG_TOPIC);
            assertThat(fatal[0]).hasMessageContaining("topic-1").hasMessageContaining("topic-2");
        }
        assertThat(LoadedCheckpoint.of(settings).fenceEpoch).isLessThan(2);
    }

    @Test
    void doesNothingUntilItIsFenced() {
        FlushingLane.virgin(log, settings).close();
        try (FlushingLane standby = new FlushingLane(log, settings, 0)) {
            standby.feed(1_000);
            assertThat(standby.writer.drain(Duration.ofMillis(200)))
                    .as("a batch in hand is written")
                    .isFalse();
            assertThat(LoadedCheckpoint.of(settings).cut.nextOffset).isZero();
            standby.writer.fence(2);
            standby.assertMySqlHoldsEverything();
        }
    }
}
