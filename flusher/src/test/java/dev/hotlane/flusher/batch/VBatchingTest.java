package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VBatchingTest {
    private final List<Writer> writers = new ArrayList<>();
    private long nanos;

    @Test
    void everyKeyHasOneMarshallerAndItsLatestValue() {
        Random random = Seeds.random();
        for (int count : new int[] {1, 2, 3, 8, 64}) {
            VBatching[] all = marshallers(count, 0, 1_000_000);
            Map<String, Long> model = new TreeMap<>();
            for (int i = 1; i <= 5_000; i++) {
                String key = "stock:sku-" + random.nextInt(1_000);
                if (random.nextInt(10) == 0) {
                    removed(all, key);
                    model.put(key, null);
                } else {
                    counter(all, key, i);
                    model.put(key, (long) i);
                }
                if (random.nextInt(200) == 0) {
                    all[random.nextInt(count)].offer();
                }
            }
            offerAll(all);
            Map<String, Long> seen = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                Map<String, Long> own = writers.get(i).latest;
                assertThat(seen.keySet()).doesNotContainAnyElementsOf(own.keySet());
                seen.putAll(own);
            }
            assertThat(seen).isEqualTo(model);
        }
    }

    @Test
    void marshallersShareTheKeysEvenlyAndFillTheirMapsEvenly() {
        VBatching[] all = marshallers(4, 0, 1_000_000);
        for (int i = 0; i < 100_000; i++) {
            counter(all, "limit:deal1:u" + i, i);
        }
        for (VBatching one : all) {
            assertThat(one.dirtyKeys()).isBetween(24_000, 26_000);
        }
    }

    @Test
    void eachGoesOnByItself() {
        VBatching[] all = marshallers(2, 0, 1_000_000);
        String first = keyOf(all[0]);
        String second = keyOf(all[1]);
        writers.get(0).ready = false;
        for (int i = 1; i <= 3; i++) {
            counter(all, first, i);
            counter(all, second, i);
            assertThat(all[0].due()).isFalse();
            assertThat(all[0].offer()).isFalse();
            assertThat(all[1].due()).isTrue();
            assertThat(all[1].offer()).isTrue();
        }
        assertThat(writers.get(0).latest).isEmpty();
        assertThat(writers.get(1).latest).containsExactly(Map.entry(second, 3L));
        writers.get(0).ready = true;
        assertThat(all[0].offer()).isTrue();
        assertThat(writers.get(0).latest).containsExactly(Map.entry(first, 3L));
    }

    @Test
    void waitsForTheIntervalUnlessManyKeysAreDirty() {
        VBatching one = marshallers(1, 50, 100)[0];
        assertThat(one.due()).as("nothing to write").isFalse();
        counter(one, "a", 1);
        assertThat(one.due()).isTrue();
        one.offer();
        counter(one, "a", 2);
        assertThat(one.due()).isFalse();
        nanos += 49_999_999;
        assertThat(one.due()).isFalse();
        nanos++;
        assertThat(one.due()).isTrue();
        one.offer();
        for (int i = 0; i < 99; i++) {
            counter(one, "k" + i, i);
        }
        assertThat(one.due()).isFalse();
        counter(one, "one more", 1);
        assertThat(one.due()).isTrue();
    }

    @Test
    void refusesTooManyAndTooFew() {
        assertThatThrownBy(() -> marshallers(0, 50, 100)).hasMessageContaining("found 0 marshallers");
        assertThatThrownBy(() -> marshallers(65, 50, 100)).hasMessageContaining("expected 1..64");
    }

    @Test
    void discardsWithoutAWriter() {
        List<Integer> sizes = new ArrayList<>();
        VBatching alone = VBatching.marshallers(
                1, i -> new DiscardedValues(map -> sizes.add(map.size())), new BatchLimits(Duration.ZERO, 10))[0];
        for (int i = 1; i <= 3; i++) {
            counter(alone, "a" + i, i);
            counter(alone, "b", i);
            assertThat(alone.offer()).isTrue();
        }
        assertThat(sizes).containsExactly(2, 2, 2);
        assertThat(alone.offer()).isFalse();
    }

    private VBatching[] marshallers(int count, long intervalMillis, int keysMax) {
        writers.clear();
        return VBatching.marshallers(
                count,
                i -> {
                    writers.add(new Writer());
                    return writers.get(i);
                },
                new BatchLimits(Duration.ofMillis(intervalMillis), keysMax),
                () -> nanos);
    }

    private static String keyOf(VBatching one) {
        int i = 0;
        while (!one.has(Keys.hash(("key" + i).getBytes(StandardCharsets.UTF_8)))) {
            i++;
        }
        return "key" + i;
    }

    private static void offerAll(VBatching[] all) {
        for (VBatching one : all) {
            one.offer();
        }
    }

    private static void counter(VBatching[] all, String key, long value) {
        for (VBatching one : all) {
            counter(one, key, value);
        }
    }

    private static void counter(Marshaller one, String key, long value) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        one.counter(bytes, 0, bytes.length, Keys.hash(bytes), value, value, 0, 0);
    }

    private static void removed(VBatching[] all, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        for (VBatching one : all) {
            one.removed(bytes, 0, bytes.length, Keys.hash(bytes));
        }
    }

    /** Keeps what it is given: null for a key that is gone. */
    private static final class Writer implements WriterExchange<DirtyMap> {
        final Map<String, Long> latest = new TreeMap<>();
        boolean ready = true;

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public DirtyMap exchange(DirtyMap full) {
            full.forEach((key, length, removed, value, version, held, confirmed) -> latest.put(
                    new String(key, 0, length, StandardCharsets.UTF_8), removed ? null : Long.valueOf(value)));
            return new DirtyMap();
        }
    }
}
