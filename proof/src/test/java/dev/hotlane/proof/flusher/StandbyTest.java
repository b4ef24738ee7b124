package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.CheckpointBehindException;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A follower has a frozen and a filling batch. It takes over with MySQL at every possible offset relative to them. */
@Tag("it")
@ExtendWith(RealStack.class)
class StandbyTest {
    /** Records of each part: enough for opened, changed and resolved holds and removed counters. */
    private static final int PART = 300;

    private static final int ROUNDS = 25;

    private final Lane lane;
    private final FlushSettings settings;
    private final long seed = Seeds.next();
    private final ScriptedLog log = new ScriptedLog(seed, 300, 2_000, 300);

    StandbyTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @Test
    void takesOverWhereverMySqlStands() {
        FlushingLane leader = FlushingLane.virgin(log, settings);
        long epoch = 1;
        // Before both batches, in the frozen one, at its cut, in the filling one, at its end, beyond it.
        for (int ahead : new int[] {0, PART / 2, PART, PART + PART / 2, 2 * PART, 2 * PART + 9}) {
            leader.feed(PART);
            leader.flushAll();
            long loaded = leader.replay.next;
            FlushingLane standby = new FlushingLane(log, settings, loaded);
            standby.replay.to(loaded + PART, standby.batching, 0);
            assertThat(standby.batching.offerCut(standby.replay.cut())).isTrue();
            standby.replay.to(loaded + 2 * PART, standby.batching, 0);
            leader.feed(ahead);
            leader.flushAll();
            leader.close();

            standby.writer.fence(++epoch);
            standby.feed(PART);
            standby.assertMySqlHoldsEverything();
            leader = standby;
        }
        leader.close();
    }

    @Test
    void takesOverAtAnyMomentAfterAnyTicks() {
        Random random = new Random(seed);
        FlushingLane leader = FlushingLane.virgin(log, settings);
        for (int epoch = 2; epoch < ROUNDS + 2; epoch++) {
            long loaded = leader.assertMySqlHoldsAPrefix().cut.nextOffset;
            FlushingLane standby = new FlushingLane(log, settings, loaded);
            for (int step = random.nextInt(40); step > 0; step--) {
                leader.feed(random.nextInt(60));
                // A TICK names MySQL's offset as it was when the leader wrote the TICK.
                long told = leader.writer.flushedOffset();
                standby.feed((int) Math.max(0, leader.replay.next - standby.replay.next - random.nextInt(60)));
                standby.batching.flushedElsewhere(told);
                assertThat(standby.writer.flushedOffset()).isLessThanOrEqualTo(told);
            }
            leader.close();
            standby.writer.fence(epoch);
            standby.feed((int) Math.max(0, leader.replay.next - standby.replay.next) + random.nextInt(100));
            standby.assertMySqlHoldsEverything();
            leader = standby;
        }
        leader.close();
    }

    @Test
    void refusesAMySqlThatLostWhatItLetGoOf() {
        try (FlushingLane leader = FlushingLane.virgin(log, settings);
                FlushingLane standby = new FlushingLane(log, settings, 0)) {
            leader.feed(PART);
            leader.flushAll();
            standby.replay.to(PART, standby.batching, 0);
            standby.batching.offerCut(standby.replay.cut());
            standby.batching.flushedElsewhere(leader.writer.flushedOffset());
            FlushingLane.sql(lane, "UPDATE hl_meta SET next_offset = " + PART / 2);
            standby.writer.fence(2);
            assertThat(standby.awaitFatal()).isInstanceOf(CheckpointBehindException.class);
            assertThat(standby.fatal).hasMessageContaining("Restart the processor");
        }
    }
}
