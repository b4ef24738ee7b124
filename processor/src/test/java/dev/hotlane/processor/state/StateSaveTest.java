package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.checkpoint.StateSave;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A state saved after any record and loaded again is the same state. {@code -Dseed=} repeats a run. */
class StateSaveTest {
    private static final Identity LOG = new Identity("cluster", "topic");
    private static final int LANES = 6;
    private static final int RECORDS = 6_000;
    private static final int SAVE_ONE_IN = 100;

    private final RecordWriter writer = new RecordWriter();
    private final Effects effects = new Effects();

    @Test
    void aSavedStateGoesOnAsTheOneItCameFrom() {
        long seed = Long.getLong("seed", 1);
        System.out.println("StateSaveTest: -Dseed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int lane = 0; lane < LANES; lane++) {
            run(random.split(), "-Dseed=" + seed + " lane " + lane);
        }
    }

    private void run(SplittableRandom random, String name) {
        long base = random.nextBoolean() ? 0 : 1L << 40;
        LaneModel model = new LaneModel(base);
        State state = new State();
        State saved = new State();
        state.anchor(base, 0);
        saved.anchor(base, 0);
        RandomInputs inputs = new RandomInputs(random.split(), new long[0]);
        Meta meta = new Meta();
        state.describe(meta);
        for (int i = 0; i < RECORDS; i++) {
            Input input = inputs.next(model, meta.lastTickDigest);
            byte[] value = input.encode(writer, new Routing(5, 6, i, 0));
            input.applyTo(model, Set.of(), inputs.recordTime);
            state.apply(i, inputs.recordTime, input.key(), value, effects);
            saved.apply(i, inputs.recordTime, input.key(), value, effects);
            state.describe(meta);
            if (random.nextInt(SAVE_ONE_IN) == 0) {
                saved = again(saved, new LastRecord(i % 7, inputs.recordTime, i), name + " record " + i);
            }
        }
        assertThat(digest(saved)).as(name).isEqualTo(meta.digest);
    }

    /** Save, load, save: both give the same calls. Returns the loaded state. */
    private static State again(State state, LastRecord last, String step) {
        Calls first = new Calls();
        Meta cut = StateSave.of(state, LOG, last, first);
        assertThat(first.keys).as(step).isSortedAccordingTo(Arrays::compareUnsigned);
        assertThat((long) first.keys.size()).as(step).isEqualTo(cut.counters);
        StateLoad load = new StateLoad();
        StateSave.of(state, LOG, last, load);
        assertThat(load.prove()).as(step).isNull();
        assertThat(LastRecord.of(load.cut())).as(step).isEqualTo(last);
        Calls second = new Calls();
        StateSave.of(load.state(), load.identity(), last, second);
        assertThat(second.lines).as(step).isEqualTo(first.lines);
        return load.state();
    }

    @Test
    void keysThatShareLongBeginningsComeInTheirOrder() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        Counters counters = new Counters();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder key = new StringBuilder("limit:deal1:".repeat(random.nextInt(3)));
            for (int more = random.nextInt(1, 12); more > 0; more--) {
                key.append((char) ('\0' + random.nextInt(3)));
            }
            byte[] bytes = key.toString().getBytes(StandardCharsets.UTF_8);
            long hash = counters.hash(bytes, 0, bytes.length);
            counters.set(counters.acquire(bytes, 0, bytes.length, hash), hash, i, 1, 0, 0);
        }
        byte[] previous = {};
        byte[] key = new byte[300];
        int count = 0;
        for (int slot : new SlotOrder(counters).slots()) {
            int length = counters.copyKey(slot, key);
            byte[] next = Arrays.copyOf(key, length);
            assertThat(Arrays.compareUnsigned(previous, next))
                    .as("-Dseed=" + seed)
                    .isNegative();
            previous = next;
            count++;
        }
        assertThat(count).isEqualTo(counters.count());
    }

    private static long digest(State state) {
        Meta meta = new Meta();
        state.describe(meta);
        return meta.digest;
    }

    /** Every call as text. */
    private static final class Calls implements CheckpointSink {
        private final List<byte[]> keys = new ArrayList<>();
        private final List<String> lines = new ArrayList<>();

        @Override
        public void meta(Identity identity, long fenceEpoch, Meta cut) {
            lines.add(identity + " " + fenceEpoch + " " + cut + " " + Arrays.toString(cut.rules) + cut.lastTickWallClock
                    + " " + cut.resolvedStart + " " + LastRecord.of(cut));
        }

        @Override
        public void counter(byte[] key, long value, long version, long held, long confirmed) {
            keys.add(key);
            lines.add("counter " + Arrays.toString(key) + value + " " + version + " " + held + " " + confirmed);
        }

        @Override
        public void hold(OpenHold hold) {
            lines.add("hold " + hold.sequence + bytes(hold.bytes, hold.image, hold.imageLength));
        }

        @Override
        public void resolved(long sequence, byte[] source, int offset, int length) {
            lines.add("resolved " + sequence + bytes(source, offset, length));
        }

        @Override
        public void packed(long sequence, byte[] source, int offset, int length) {
            lines.add("entry " + sequence + bytes(source, offset, length));
        }

        private static String bytes(byte[] source, int offset, int length) {
            return Arrays.toString(Arrays.copyOfRange(source, offset, offset + length));
        }
    }
}
