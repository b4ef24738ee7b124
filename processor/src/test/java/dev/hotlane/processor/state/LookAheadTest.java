package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: whoever looks ahead comes to the same. Method: random records to one state one by one, and to another in random
 * batches that it may look at first; replies and digests must be the same after every record.
 */
class LookAheadTest {
    private static final int LANES = 5;
    private static final int RECORDS = 8_000;
    private static final int BATCH_MAX = 40;
    private static final int SKIP_ONE_IN = 100;

    private record Logged(byte[] key, byte[] value, long time, byte[] reply, long digest) {}

    private final RecordWriter writer = new RecordWriter();
    private final Effects effects = new Effects();
    private final Meta meta = new Meta();

    @Test
    void changesNothingThatCanBeSeen() {
        SplittableRandom random = Seed.random(LookAheadTest.class);
        for (int lane = 0; lane < LANES; lane++) {
            long[] skips = IntStream.range(0, RECORDS)
                    .filter(i -> random.nextInt(SKIP_ONE_IN) == 0)
                    .asLongStream()
                    .toArray();
            List<Logged> log = appliedOneByOne(random, skips);
            State state = new State();
            state.quarantine(skips);
            int looked = 0;
            for (int next = 0; next < RECORDS; ) {
                int end = Math.min(RECORDS, next + 1 + random.nextInt(BATCH_MAX));
                looked += lookedAt(state, log, next, end);
                // Now and then some of what was looked at is left for the next time.
                int upTo = random.nextInt(4) == 0 ? next + 1 : end;
                for (; next < upTo; next++) {
                    if (state.ahead().size() == 0) {
                        looked += lookedAt(state, log, next, end);
                    }
                    applyAsBefore(state, next, log.get(next));
                }
            }
            assertThat(looked).isGreaterThan(RECORDS / 2);
        }
    }

    private static int lookedAt(State state, List<Logged> log, int from, int end) {
        int before = state.ahead().size();
        boolean more = true;
        for (int i = from + before; more && i < end; i++) {
            more = state.ahead().add(i, log.get(i).key(), log.get(i).value());
        }
        state.ahead().ask();
        return state.ahead().size() - before;
    }

    private void applyAsBefore(State state, int offset, Logged record) {
        state.apply(offset, record.time(), record.key(), record.value(), effects);
        assertThat(reply()).as("reply to record %d", offset).isEqualTo(record.reply());
        assertThat(digest(state)).as("digest after record %d", offset).isEqualTo(record.digest());
    }

    private List<Logged> appliedOneByOne(SplittableRandom random, long[] skips) {
        State state = new State();
        state.quarantine(skips);
        LaneModel model = new LaneModel(0);
        Set<Long> skipped = LongStream.of(skips).boxed().collect(Collectors.toSet());
        RandomInputs inputs = new RandomInputs(random.split(), skips);
        state.describe(meta);
        List<Logged> log = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            Input input = inputs.next(model, meta.lastTickDigest);
            byte[] value = input.encode(writer, new Routing(5, 6, i, 0));
            input.applyTo(model, skipped, inputs.recordTime);
            state.apply(i, inputs.recordTime, input.key(), value, effects);
            log.add(new Logged(input.key(), value, inputs.recordTime, reply(), digest(state)));
        }
        return log;
    }

    private byte[] reply() {
        return Arrays.copyOf(effects.reply(), effects.replyLength());
    }

    private long digest(State state) {
        state.describe(meta);
        return meta.digest;
    }
}
