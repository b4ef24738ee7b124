package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The leaders that may have answered a record in memory, by the state where it decides and by every LEAD where not. */
class PossibleLeadersTest {
    private static final Incarnation A = new Incarnation(1, 1);
    private static final Incarnation B = new Incarnation(2, 2);

    private final RecordWriter writer = new RecordWriter();
    private final RecordedLog log = new RecordedLog();

    @BeforeEach
    void rules() {
        log.append(writer.rules(Rules.first(1)));
    }

    private void lead(long epoch, Incarnation who, long lastTick) {
        log.append(writer.lead(epoch, who.hi(), who.lo(), lastTick, true));
    }

    private long tick(long epoch, Incarnation who, long previousTick, long digest) {
        return log.append(writer.tick(new Tick(epoch, who.hi(), who.lo(), 0, previousTick, digest, 0, 0, 0)));
    }

    /** A record that has no effect on leadership. */
    private long poison() {
        return log.append(new byte[1]);
    }

    private void requireProofOf(Incarnation leader, long offset) {
        assertThat(answers(offset, Map.of()))
                .hasValueSatisfying(why -> assertThat(why).contains("leader " + leader));
        assertThat(answers(offset, Map.of(leader, offset))).isEmpty();
        assertThat(answers(offset, Map.of(leader, offset + 1))).isPresent();
    }

    private Optional<String> answers(long offset, Map<Incarnation, Long> halts) {
        return new MemoryAnswers(log.asTopic(), new Meta(), State::new).of(offset, log.end(), halts);
    }

    @Test
    void aLeaderNeedsNoProofOfWhatCameBehindTheNextLead() {
        lead(1, A, -1);
        long tick = tick(1, A, -1, 0);
        lead(2, B, tick);
        requireProofOf(B, poison());
    }

    @Test
    void aTickThatContradictsTheStateHidesNoLead() {
        lead(1, A, -1);
        long tick = tick(1, A, -1, 0);
        tick(1, A, tick, 99);
        tick(1, A, Long.MAX_VALUE, 0);
        lead(2, B, tick);
        requireProofOf(B, poison());
    }

    @Test
    void aLeadThatMissesATickDoesNotCount() {
        lead(1, A, -1);
        long tick = tick(1, A, -1, 0);
        tick(1, A, -1, 0);
        lead(2, B, tick);
        requireProofOf(A, poison());
    }

    @Test
    void nobodyLeadsBehindAResign() {
        lead(1, A, -1);
        log.append(writer.resign(1, A.hi(), A.lo()));
        assertThat(answers(poison(), Map.of())).isEmpty();
    }

    @Test
    void aLeadBehindTheRecordCountsEvenIfItMayBeRejected() {
        long poison = poison();
        lead(7, B, 5);
        requireProofOf(B, poison);
    }

    @Test
    void aForgedLeadOfNoProcessNeedsNoProof() {
        long poison = poison();
        log.append(writer.lead(1, 0, 0, -1, true));
        assertThat(answers(poison, Map.of())).isEmpty();
    }

    @Test
    void aRecordBehindAGapIsNotDecidedByAReplay() {
        lead(1, A, -1);
        long tick = tick(1, A, -1, 0);
        lead(2, B, tick);
        log.gap();
        poison();
        long poison = poison();
        assertThat(answers(poison, Map.of(B, poison))).as("A may lead still").isPresent();
        assertThat(answers(poison, Map.of(A, poison, B, poison))).isEmpty();
    }

    /** Records at random, right and forged: each leader that the state names at the record, or behind it, needs a proof. */
    @Test
    void everyLeaderOfTheStateNeedsAProof() {
        long seed = Long.getLong("seed", 1);
        System.out.println("PossibleLeaders with -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int proofs = 0;
        for (int run = 0; run < 300; run++) {
            proofs += agreesThrough(random.split());
        }
        assertThat(proofs).as("records that needed a proof").isBetween(50, 290);
    }

    private int agreesThrough(SplittableRandom random) {
        RecordedLog all = new RecordedLog();
        long poison = random.nextInt(1, 60);
        State state = new State();
        Effects effects = new Effects();
        Meta meta = new Meta();
        Set<Incarnation> leaders = new HashSet<>();
        Map<Incarnation, Long> halts = new HashMap<>();
        for (long offset = 0; offset < 60; offset++) {
            byte[] record = offset == 0 ? writer.rules(Rules.first(1)) : any(random, meta);
            all.append(record);
            state.apply(offset, 0, null, record, effects);
            state.describe(meta);
            if (offset >= poison - 1 && leader(meta) != null) {
                leaders.add(leader(meta));
            }
        }
        for (Incarnation leader : leaders) {
            assertThat(new MemoryAnswers(all.asTopic(), new Meta(), State::new).of(poison, all.end(), halts))
                    .as("without the proof of " + leader)
                    .isPresent();
            halts.put(leader, poison);
        }
        return leaders.isEmpty() ? 0 : 1;
    }

    private static Incarnation leader(Meta meta) {
        return meta.leaderHi == 0 && meta.leaderLo == 0 ? null : new Incarnation(meta.leaderHi, meta.leaderLo);
    }

    private byte[] any(SplittableRandom random, Meta meta) {
        Incarnation who =
                random.nextInt(4) > 0 && leader(meta) != null ? leader(meta) : new Incarnation(random.nextInt(1, 4), 1);
        long off = random.nextInt(4) > 0 ? 0 : random.nextInt(-2, 3);
        return switch (random.nextInt(5)) {
            case 0 -> writer.lead(meta.epoch + 1 + off, who.hi(), who.lo(), meta.lastTick - random.nextInt(2), true);
            case 1 -> writer.resign(meta.epoch + off, who.hi(), who.lo());
            case 2 -> new byte[1];
            default ->
                writer.tick(new Tick(
                        meta.epoch + off,
                        who.hi(),
                        who.lo(),
                        0,
                        meta.lastTick + random.nextInt(-1, 2),
                        meta.lastTickDigest + random.nextInt(2),
                        random.nextInt(2),
                        0,
                        0));
        };
    }
}
