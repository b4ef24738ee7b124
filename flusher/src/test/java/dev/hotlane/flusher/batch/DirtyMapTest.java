package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DirtyMapTest {
    private DirtyMap map = new DirtyMap();
    private final TreeMap<byte[], long[]> model = new TreeMap<>(Arrays::compareUnsigned);

    @Test
    void holdsWhatAnOrdinaryMapHoldsInTheOrderOfItsBytes() {
        Random random = Seeds.random();
        for (int round = 0; round < 40; round++) {
            int lengthMax = 1 + random.nextInt(DirtyMap.KEY_BYTES_MAX);
            int hashBits = random.nextInt(64);
            for (int i = random.nextInt(20_000); i > 0; i--) {
                change(random, Keys.random(random, lengthMax), hashBits);
            }
            assertSameAsModel();
            map.clear();
            model.clear();
        }
    }

    @Test
    void sortsKeysThatDifferLate() {
        Random random = Seeds.random();
        for (int i = 0; i < 50_000; i++) {
            change(
                    random,
                    String.format("deal:2026-11-21:stock:%08d", random.nextInt(80_000))
                            .getBytes(StandardCharsets.UTF_8),
                    0);
        }
        assertSameAsModel();
    }

    @Test
    void keepsKeysApartThatDifferOnlyInTrailingZeros() {
        Random random = Seeds.random();
        for (int i = 0; i < 100; i++) {
            for (int length = 1; length <= 40; length++) {
                change(random, new byte[length], 0);
            }
        }
        assertThat(map.size()).isEqualTo(40);
        assertSameAsModel();
    }

    @Test
    void readsTheKeyFromTheMiddleOfABuffer() {
        byte[] buffer = "xxstock:sku-1yy".getBytes(StandardCharsets.UTF_8);
        map.put(buffer, 2, 11, 7, 1, 2, 3, 4);
        byte[] alone = "stock:sku-1".getBytes(StandardCharsets.UTF_8);
        map.put(alone, 0, alone.length, 7, 5, 6, 7, 8);
        assertThat(map.size()).isEqualTo(1);
        model.put(alone, new long[] {5, 6, 7, 8});
        assertSameAsModel();
    }

    @Test
    void refusesKeysThatMySqlCouldNotHold() {
        byte[] key = new byte[201];
        assertThatThrownBy(() -> map.put(key, 0, 201, 1, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("201 bytes, expected 1..200");
        assertThatThrownBy(() -> map.remove(key, 0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsItsMemoryForTheNextBatchAndGivesASpikeBack() {
        fill(300_000);
        long spike = map.heapBytes();
        map.clear();
        fill(300_000);
        assertThat(map.heapBytes()).isEqualTo(spike);
        for (int i = 0; i < 200; i++) {
            map.clear();
            fill(100);
        }
        assertThat(map.heapBytes()).isLessThan(1 << 20);
        model.clear();
        assertThat(map.size()).isEqualTo(100);
    }

    @Test
    void freesASpikeOfManyMegabytesAtOnce() {
        fill(1_000_000);
        assertThat(map.heapBytes()).isGreaterThan(DirtyMap.KEPT_BYTES_MAX);
        map.clear();
        assertThat(map.heapBytes()).isLessThan(1 << 20);
        model.clear();
        fill(1_000);
        assertThat(map.size()).isEqualTo(1_000);
    }

    @Test
    void newerEntriesArePutOverOlderOnes() {
        Random random = Seeds.random();
        for (int round = 0; round < 40; round++) {
            DirtyMap older = map;
            for (int i = random.nextInt(20_000); i > 0; i--) {
                change(random, Keys.random(random, 1 + random.nextInt(12)), 0);
            }
            map = new DirtyMap();
            for (int i = random.nextInt(20_000); i > 0; i--) {
                change(random, Keys.random(random, 1 + random.nextInt(12)), 0);
            }
            older.putAll(map);
            map = older;
            assertSameAsModel();
            map.clear();
            model.clear();
        }
    }

    @Test
    void itsPagesTogetherHaveEveryEntryOnce() {
        assertThat(DirtyPages.count(map)).isZero();
        fill(100_000);
        map.clear();
        for (int keys : new int[] {1, 4_000, 50_000}) {
            fill(keys);
            int[] seen = new int[keys];
            for (int page = 0; page < DirtyPages.count(map); page++) {
                DirtyPages.forEach(map, page, page + 1, (key, length, removed, value, version, held, confirmed) -> {
                    assertThat(new String(key, 0, length, StandardCharsets.UTF_8))
                            .isEqualTo("" + value);
                    seen[(int) value]++;
                });
            }
            assertThat(seen).containsOnly(1);
            map.clear();
        }
    }

    private void fill(int keys) {
        for (int i = 0; i < keys; i++) {
            byte[] key = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
            map.put(key, 0, key.length, Keys.hash(key), i, i, i, i);
        }
    }

    private void change(Random random, byte[] key, int hashBitsLost) {
        long hash = Keys.hash(key) >> hashBitsLost;
        if (random.nextInt(4) == 0) {
            map.remove(key, 0, key.length, hash);
            model.put(key, new long[0]);
        } else {
            long[] values = {random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()};
            map.put(key, 0, key.length, hash, values[0], values[1], values[2], values[3]);
            model.put(key, values);
        }
    }

    private void assertSameAsModel() {
        assertThat(map.size()).isEqualTo(model.size());
        int[] positions = new KeyOrder().of(map);
        int i = 0;
        for (var expected : model.entrySet()) {
            int position = positions[i++];
            assertThat(Keys.of(map, position)).isEqualTo(expected.getKey());
            assertThat(map.removed(position)).isEqualTo(expected.getValue().length == 0);
            for (int n = 0; n < expected.getValue().length; n++) {
                assertThat(map.word(position, DirtyMap.VALUE + n)).isEqualTo(expected.getValue()[n]);
            }
        }
    }
}
