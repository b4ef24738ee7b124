package dev.hotlane.proof.history.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.cli.RecordJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checker A's model and the product ignore the same control records, whatever a stranger writes among a leader's. */
class ForgedControlsTest {
    private static final long START = 1_795_290_891_386L;
    private static final int SEEDS = 200;
    private static final int RECORDS = 300;
    private static final long HI = 0xfc6df5ce0c1cd1b7L;
    private static final long LO = 0x146431860c289ca8L;

    private final RecordWriter writer = new RecordWriter();
    private final RecordJson json = new RecordJson();
    private final Effects effects = new Effects();
    private final List<TableRow> log = new ArrayList<>();
    private final List<TableRow> expected = new ArrayList<>();
    private State state;
    private SplittableRandom random;
    private int refused;

    @Test
    void changeTheModelOnlyAsTheyChangeTheProduct() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
            compare(seed);
        }
        assertThat(refused).as("TICKs that contradict").isGreaterThan(SEEDS);
    }

    private void run(long seed) {
        random = new SplittableRandom(seed);
        state = new State();
        log.clear();
        expected.clear();
        append(writer.lead(1, HI, LO, -1));
        append(writer.tick(new Tick(1, HI, LO, START, -1, 0, 0, 0, 0)));
        append(writer.rules(Rules.first(seed)));
        while (state.nextOffset() < RECORDS) {
            append(random.nextInt(3) > 0 ? leaders() : forged());
        }
    }

    private void append(byte[] value) {
        long offset = state.nextOffset();
        long time = START + offset * 10;
        state.apply(offset, time, null, value, effects);
        refused += effects.kind() == RecordKind.TICK && state.contradiction() != null ? 1 : 0;
        log.add(TableRow.parse(json.line(offset, time, null, value)));
        expected.add(told());
    }

    private TableRow told() {
        Meta meta = meta();
        return TableRow.parse(String.format(
                "{\"state_epoch\":%d,\"leader\":\"%016x%016x\",\"log_time\":%d,\"ceiling\":%d,\"last_tick_offset\":%d,"
                        + "\"rules_version\":%d}",
                meta.epoch,
                meta.leaderHi,
                meta.leaderLo,
                meta.logTime,
                meta.ceiling,
                meta.lastTick,
                meta.rulesVersion));
    }

    private Meta meta() {
        Meta meta = new Meta();
        state.describe(meta);
        return meta;
    }

    /** The right word of whoever leads. */
    private byte[] leaders() {
        Meta meta = meta();
        boolean vacant = meta.leaderHi == 0 && meta.leaderLo == 0;
        if (vacant || random.nextInt(20) == 0) {
            return writer.lead(meta.epoch + 1, HI, random.nextLong(), meta.lastTick);
        }
        return writer.tick(new Tick(
                meta.epoch,
                meta.leaderHi,
                meta.leaderLo,
                START + meta.nextOffset * 10,
                meta.lastTick,
                meta.lastTickDigest,
                meta.nextOffset,
                0,
                0));
    }

    private byte[] forged() {
        Meta meta = meta();
        boolean named = random.nextInt(3) > 0;
        long hi = named ? meta.leaderHi : 0;
        long lo = named ? meta.leaderLo : random.nextInt(2);
        long own = meta.nextOffset;
        return switch (random.nextInt(5)) {
            case 0 -> writer.lead(epoch(meta.epoch + 1), hi, lo, extreme(meta.lastTick));
            case 1 -> writer.resign(epoch(meta.epoch), hi, lo);
            case 2 -> writer.rules(rules(meta.rulesInForce()));
            default ->
                writer.tick(new Tick(
                        epoch(meta.epoch),
                        hi,
                        lo,
                        extreme(START + own * 10),
                        extreme(meta.lastTick),
                        0,
                        random.nextInt(8) == 0 ? extreme(own) : 0,
                        random.nextInt(8) == 0 ? extreme(own) : 0,
                        random.nextInt(8) == 0 ? extreme(own) : 0));
        };
    }

    private long epoch(long right) {
        return random.nextInt(4) > 0 ? right : extreme(right);
    }

    private long extreme(long right) {
        long[] all = {right, right, right, Long.MAX_VALUE, Long.MIN_VALUE, -1, right - 1, right + 1, right + 1_000_000};
        return all[random.nextInt(all.length)];
    }

    private Rules rules(Rules now) {
        int version = now.rulesVersion() + random.nextInt(3);
        Rules next = random.nextInt(2) == 0 ? Rules.first(random.nextLong()) : now;
        return next.as(version, 1);
    }

    private void compare(long seed) {
        LaneReplay lane = new LaneReplay(0, Set.of());
        for (int i = 0; i < log.size(); i++) {
            lane.apply(log.get(i));
            assertThat(lane.meta().fields())
                    .as("seed %d after %s", seed, log.get(i).fields())
                    .containsAllEntriesOf(expected.get(i).fields());
        }
    }
}
