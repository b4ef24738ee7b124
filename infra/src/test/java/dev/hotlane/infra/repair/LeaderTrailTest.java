package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.repair.LeaderTrail.Leader;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The leaders of a part of the log, by the rules of the state. */
class LeaderTrailTest {
    private static final Incarnation A = new Incarnation(1, 1);
    private static final Incarnation B = new Incarnation(2, 2);
    private static final long NEVER = Long.MAX_VALUE;

    private final RecordWriter writer = new RecordWriter();
    private final Meta cut = new Meta();

    private LeaderTrail trail() {
        return new LeaderTrail(cut);
    }

    private byte[] lead(long epoch, Incarnation who, long lastTick, boolean inMemory) {
        return writer.lead(epoch, who.hi(), who.lo(), lastTick, inMemory);
    }

    private byte[] tick(long epoch, Incarnation who, long previousTick) {
        return writer.tick(new Tick(epoch, who.hi(), who.lo(), 0, previousTick, 0, 0, 0, 0));
    }

    @Test
    void aLeadOfTheNextEpochEndsTheLeadershipBefore() {
        LeaderTrail trail = trail();
        trail.see(1, lead(1, A, -1, true));
        trail.see(2, tick(1, A, -1));
        trail.see(5, lead(2, B, 2, false));
        assertThat(trail.applying(4)).containsExactly(new Leader(A, 1, 5, true), new Leader(B, 5, NEVER, false));
        assertThat(trail.applying(5)).containsExactly(new Leader(B, 5, NEVER, false));
    }

    @Test
    void aLeadThatMissesATickDoesNotCount() {
        LeaderTrail trail = trail();
        trail.see(1, lead(1, A, -1, true));
        trail.see(2, tick(1, A, -1));
        trail.see(3, tick(1, A, 2));
        trail.see(4, lead(2, B, 2, true));
        assertThat(trail.applying(4)).containsExactly(new Leader(A, 1, NEVER, true));
    }

    @Test
    void aLeadOfAnotherEpochDoesNotCount() {
        LeaderTrail trail = trail();
        trail.see(1, lead(2, A, -1, true));
        trail.see(2, lead(1, B, -1, true));
        trail.see(3, lead(1, A, -1, true));
        trail.see(4, lead(3, A, -1, true));
        assertThat(trail.applying(0)).containsExactly(new Leader(B, 2, NEVER, true));
    }

    @Test
    void aTickThatNamesOneThatIsNotInTheLogDoesNotCount() {
        LeaderTrail trail = trail();
        trail.see(1, lead(1, A, -1, true));
        trail.see(2, tick(1, A, -1));
        trail.see(3, tick(1, A, NEVER));
        trail.see(4, lead(2, B, 2, true));
        assertThat(trail.applying(4)).containsExactly(new Leader(B, 4, NEVER, true));
    }

    @Test
    void aResignEndsTheLeadership() {
        LeaderTrail trail = trail();
        trail.see(1, lead(1, A, -1, true));
        trail.see(2, writer.resign(1, B.hi(), B.lo()));
        trail.see(3, writer.resign(2, A.hi(), A.lo()));
        assertThat(trail.applying(3)).hasSize(1);
        trail.see(4, writer.resign(1, A.hi(), A.lo()));
        assertThat(trail.applying(3)).containsExactly(new Leader(A, 1, 4, true));
        assertThat(trail.applying(4)).isEmpty();
    }

    @Test
    void theLeaderAtTheCheckpointMayAnswerInMemoryUntilItsLeadIsRead() {
        cut.epoch = 7;
        cut.lastTick = 20;
        cut.leaderHi = A.hi();
        cut.leaderLo = A.lo();
        LeaderTrail trail = trail();
        trail.see(30, tick(7, A, 20));
        assertThat(trail.applying(30)).containsExactly(new Leader(A, -1, NEVER, true));
        trail.see(31, lead(8, B, 30, true));
        assertThat(trail.applying(30)).containsExactly(new Leader(A, -1, 31, true), new Leader(B, 31, NEVER, true));
    }

    /** Records at random, right and forged; a digest that a TICK names is always right, as the trail has no state. */
    @Test
    void hasTheLeadersOfTheState() {
        long seed = Long.getLong("seed", 1);
        System.out.println("LeaderTrail with -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 200; run++) {
            agreesThrough(random.split());
        }
    }

    private void agreesThrough(SplittableRandom random) {
        State state = new State();
        Effects effects = new Effects();
        Meta meta = new Meta();
        LeaderTrail trail = trail();
        List<Leader> expected = new ArrayList<>();
        for (long offset = 0; offset < 100; offset++) {
            byte[] record = offset == 0 ? writer.rules(Rules.first(1)) : any(random, meta, offset);
            Incarnation before = leader(meta);
            long epoch = meta.epoch;
            state.apply(offset, offset, null, record, effects);
            state.describe(meta);
            trail.see(offset, record);
            if (before != null && (meta.epoch > epoch || leader(meta) == null)) {
                Leader last = expected.remove(expected.size() - 1);
                expected.add(new Leader(last.incarnation(), last.lead(), offset, true));
            }
            if (meta.epoch > epoch) {
                expected.add(new Leader(leader(meta), offset, NEVER, true));
            }
            assertThat(trail.applying(-1)).isEqualTo(expected);
        }
    }

    private static Incarnation leader(Meta meta) {
        return meta.leaderHi == 0 && meta.leaderLo == 0 ? null : new Incarnation(meta.leaderHi, meta.leaderLo);
    }

    private byte[] any(SplittableRandom random, Meta meta, long offset) {
        Incarnation who =
                random.nextInt(4) > 0 && leader(meta) != null ? leader(meta) : new Incarnation(random.nextInt(1, 4), 1);
        long off = random.nextInt(4) > 0 ? 0 : random.nextInt(-2, 3);
        return switch (random.nextInt(4)) {
            case 0 -> lead(meta.epoch + 1 + off, who, meta.lastTick - random.nextInt(2), true);
            case 1 -> writer.resign(meta.epoch + off, who.hi(), who.lo());
            default ->
                writer.tick(new Tick(
                        meta.epoch + off,
                        who.hi(),
                        who.lo(),
                        offset,
                        meta.lastTick + random.nextInt(-1, 2),
                        meta.lastTickDigest,
                        offset + random.nextInt(-1, 2),
                        0,
                        0));
        };
    }
}
