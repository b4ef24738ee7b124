package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.holdOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.StateBytes;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * {@link StateBytes} counts no less than what the parts of a state take of the heap, wherever a table has just grown;
 * and the figures of docs/measurements.md hold.
 */
class FootprintTest {
    private static final int STEPS = 9;

    /** Tables that are empty, pages begun. */
    private static final long BASE = 4 << 20;

    /** Of an {@code add} on a counter below 8,192: the fixed part and its three numbers. */
    private static final int ADD_BYTES = 35 + 4;

    private final Counters counters = new Counters();

    private void set(String text, int number, long version) {
        byte[] key = LaneInMemory.bytes(Sizes.key(number, text.length()));
        long hash = counters.hash(key, 0, key.length);
        counters.set(counters.acquire(key, 0, key.length, hash), hash, number, version, 0, 0);
    }

    /** Adds {@code each} items in each of some steps of growing size; after each step the count is enough. */
    private static double enough(Object state, int first, long each, IntConsumer add) {
        int items = 0;
        double real = 0;
        for (int step = 0, more = first; step < STEPS; step++, more += more / 3) {
            for (int i = 0; i < more; i++) {
                add.accept(items++);
            }
            long bytes = HeapSize.of(state);
            real = (bytes - BASE) / (double) items;
            assertThat(bytes - BASE)
                    .as("%,d items, %.1f bytes each", items, real)
                    .isLessThanOrEqualTo(items * each);
        }
        return real;
    }

    @Test
    void aCounterTakesNoMoreThanItCountsAs() {
        double real = enough(counters, 20_000, StateBytes.counter(20), i -> set("a key of twenty byte", i, 1));
        assertThat(counters.bytes()).isEqualTo(counters.count() * StateBytes.counter(20));
        assertThat(real).as("of docs/measurements.md").isLessThanOrEqualTo(80);
    }

    @Test
    void aBucketTakesNoMoreThanItCountsAs() {
        long each = StateBytes.counter(8) + StateBytes.BUCKET;
        enough(counters, 20_000, each, i -> set("eight by", i, -1));
        assertThat(counters.bytes()).isEqualTo(counters.count() * each);
        IntStream.range(0, 1_000).forEach(i -> set("eight by", i, 1));
        assertThat(counters.bytes()).isEqualTo(counters.count() * each - 1_000 * StateBytes.BUCKET);
    }

    @Test
    void aRememberedCommandTakesNoMoreThanItCountsAs() {
        Window window = new Window();
        byte[] payload = new byte[ADD_BYTES];
        Arrays.fill(payload, (byte) 1);
        payload[33] = 0;
        double real = enough(window, 50_000, StateBytes.windowEntry(ADD_BYTES), i -> {
            payload[0] = (byte) i;
            payload[1] = (byte) (i >> 8);
            payload[2] = (byte) (i >> 16);
            window.append(
                    i, payload, 0, payload.length, window.hash(0, Outcome.idHi(payload, 0), Outcome.idLo(payload, 0)));
        });
        assertThat(window.bytes()).isEqualTo(window.count() * StateBytes.windowEntry(ADD_BYTES));
        assertThat(real).as("of docs/measurements.md").isLessThanOrEqualTo(64);
    }

    @Test
    void aHoldOfOneLineTakesNoMoreThanItCountsAs() {
        holds(3_000, 1, false);
    }

    @Test
    void aHoldOfATenantOfItsOwnTakesNoMoreThanItCountsAs() {
        holds(3_000, 1, true);
    }

    @Test
    void aHoldOf64LinesTakesNoMoreThanItCountsAs() {
        holds(100, 64, false);
    }

    /** Each hold has an owner and keys of its own, so each link is a list. */
    private static void holds(int first, int lines, boolean tenants) {
        RulesDraft draft = new RulesDraft();
        draft.windowSize = 1;
        LaneInMemory lane = LaneInMemory.ready(draft.build());
        int image = 80 + 16 + 8 + lines * (32 + 24) + (tenants ? 8 + 8 : 0);
        long counters = lines * StateBytes.counter(20);
        enough(lane.state, first, counters + StateBytes.hold(image, lines, tenants), i -> {
            Op[] ops = new Op[lines];
            Arrays.setAll(
                    ops,
                    line -> Content.stock(Sizes.key(i * lines + line, 20), 1).flags(Op.NO_MIN));
            lane.of(tenants ? String.format("%08d", i) : "")
                    .command(String.format("hold-%08d", i), holdOf(String.format("%08d", i), 3_600_000, ops));
        });
        assertThat(lane.meta().holdsOpen).isPositive();
    }
}
