package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.state.ChangeTrace.Cause;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Goal: a trace has the numbers before each change and its cause. Method: random records; the first change of a counter
 * by a record begins where the last record that changed it ended.
 */
class ChangeTraceTest {
    private static final int RECORDS = 20_000;

    private final RecordWriter writer = new RecordWriter();
    private final ChangeTrace trace = new ChangeTrace();
    private final Effects effects = new Effects(trace);
    private final Meta meta = new Meta();

    @Test
    void firstChangeOfARecordBeginsWhereTheLastRecordEnded() {
        SplittableRandom random = Seed.random(ChangeTraceTest.class);
        RandomInputs inputs = new RandomInputs(random.split(), new long[0]);
        LaneModel model = new LaneModel(0);
        State state = new State();
        state.describe(meta);
        Map<String, Numbers> table = new HashMap<>();
        Map<Cause, Integer> causes = new EnumMap<>(Cause.class);
        for (int i = 0; i < RECORDS; i++) {
            Input input = inputs.next(model, meta.lastTickDigest);
            byte[] value = input.encode(writer, new Routing(5, 6, i, 0));
            input.applyTo(model, Set.of(), inputs.recordTime);
            state.apply(i, inputs.recordTime, input.key(), value, effects);
            Map<String, Numbers> first = new HashMap<>();
            Map<String, Numbers> last = new HashMap<>();
            trace.forEach(effects, change -> {
                String key = new String(change.key(), change.offset(), change.length(), StandardCharsets.UTF_8);
                first.putIfAbsent(key, change.before());
                last.put(key, change.after());
                causes.merge(change.cause(), 1, Integer::sum);
                assertThat(change.expiry()).isLessThan(trace.expiries());
                assertThat(change.expiry() >= 0).isEqualTo(change.cause() == Cause.EXPIRY);
            });
            String record = "record " + i + ": " + input;
            first.forEach(
                    (key, before) -> assertThat(before).as(record).isEqualTo(table.getOrDefault(key, Numbers.ABSENT)));
            table.putAll(last);
            state.describe(meta);
            assertThat(state.logTime()).isEqualTo(meta.logTime);
        }
        assertThat(causes.keySet()).containsExactlyInAnyOrder(Cause.values());
        assertThat(table.values().stream()
                        .filter(row -> !row.equals(Numbers.ABSENT))
                        .count())
                .isEqualTo(meta.counters);
    }
}
