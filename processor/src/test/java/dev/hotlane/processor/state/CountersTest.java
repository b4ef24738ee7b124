package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CountersTest {
    /** A key somewhere in a record: sometimes at its very end, where nothing may be read past it. */
    private record Key(byte[] bytes, int offset, int length) {
        static Key of(byte[] key, SplittableRandom random) {
            int before = random.nextInt(9);
            int after = random.nextInt(9);
            byte[] bytes = new byte[before + key.length + after];
            Arrays.fill(bytes, (byte) random.nextInt());
            System.arraycopy(key, 0, bytes, before, key.length);
            return new Key(bytes, before, key.length);
        }
    }

    private final SplittableRandom random = Seed.random(CountersTest.class);

    private List<byte[]> keys(int count) {
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compare);
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[1 + i % 200];
            random.nextBytes(key);
            keys.add(key);
        }
        // Differ in length only, or in the last byte only.
        keys.add(new byte[7]);
        keys.add(new byte[8]);
        keys.add(new byte[9]);
        keys.add(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 1});
        return List.copyOf(keys);
    }

    /** Of 200 bytes, 70 pages of them: more than are kept when they are free. */
    @Test
    void aSlotMayBeSettledTwiceAlsoIfThatGivesItsPageBack() {
        Counters counters = new Counters();
        counters.seed(9);
        int count = 80_000;
        int[] slots = new int[count];
        long[] hashes = new long[count];
        byte[] key = new byte[200];
        for (int i = 0; i < count; i++) {
            ByteBuffer.wrap(key).putInt(i);
            hashes[i] = counters.hash(key, 0, key.length);
            slots[i] = counters.acquire(key, 0, key.length, hashes[i]);
            counters.set(slots[i], hashes[i], 1, 1, 0, 0);
        }
        for (int i = 0; i < count; i++) {
            counters.set(slots[i], hashes[i], 0, 0, 0, 0);
            counters.settle(slots[i], hashes[i]);
            counters.settle(slots[i], hashes[i]);
        }
        assertThat(counters.count()).isZero();
    }

    private void agreesWithAMap(boolean collide, int keyCount, int operations) {
        Counters counters = new Counters();
        counters.seed(9);
        List<byte[]> keys = keys(keyCount);
        Map<Integer, long[]> model = new HashMap<>();
        for (int i = 0; i < operations; i++) {
            int which = random.nextInt(keys.size());
            Key key = Key.of(keys.get(which), random);
            long hash = collide ? which & 3 : counters.hash(key.bytes(), key.offset(), key.length());
            int slot = counters.find(key.bytes(), key.offset(), key.length(), hash);
            long[] row = model.getOrDefault(which, new long[4]);
            assertThat(new long[] {
                        counters.value(slot), counters.version(slot), counters.held(slot), counters.confirmed(slot)
                    })
                    .isEqualTo(row);
            if (random.nextInt(3) > 0) {
                long[] next = {random.nextLong(), 1 + i, random.nextInt(2), random.nextInt(2)};
                int made = counters.acquire(key.bytes(), key.offset(), key.length(), hash);
                counters.set(made, hash, next[0], next[1], next[2], next[3]);
                counters.settle(made, hash);
                model.put(which, next);
            } else if (slot != Counters.NONE) {
                counters.set(slot, hash, 0, 0, 0, 0);
                counters.settle(slot, hash);
                counters.settle(slot, hash);
                model.remove(which);
            }
            assertThat(counters.count()).isEqualTo(model.size());
        }
        assertThat(counters.sum()).isEqualTo(sumOf(keys, model, collide));
    }

    /** The sum of a table that was filled once, in another order. */
    private long sumOf(List<byte[]> keys, Map<Integer, long[]> model, boolean collide) {
        Counters other = new Counters();
        other.seed(9);
        other.reserve(model.size());
        List<Integer> order = new ArrayList<>(model.keySet());
        Collections.shuffle(order, new Random(random.nextLong()));
        for (int which : order) {
            byte[] key = keys.get(which);
            long hash = collide ? which & 3 : other.hash(key, 0, key.length);
            long[] row = model.get(which);
            other.set(other.acquire(key, 0, key.length, hash), hash, row[0], row[1], row[2], row[3]);
        }
        return other.sum();
    }

    @Test
    void agreesWithAMap() {
        agreesWithAMap(false, 20_000, 100_000);
    }

    @Test
    void agreesWithAMapThoughAllHashesCollide() {
        agreesWithAMap(true, 300, 20_000);
    }

    @Test
    void aCounterThatIsMadeAndSettledLeavesNoTrace() {
        Counters counters = new Counters();
        byte[] key = {1, 2, 3};
        long hash = counters.hash(key, 0, 3);
        int slot = counters.acquire(key, 0, 3, hash);
        assertThat(counters.find(key, 0, 3, hash)).isEqualTo(slot);
        assertThat(counters.count()).isZero();
        counters.set(slot, hash, 5, 6, 0, 0);
        counters.set(slot, hash, 0, 0, 0, 0);
        counters.settle(slot, hash);
        assertThat(counters.sum()).isZero();
        assertThat(counters.find(key, 0, 3, hash)).isEqualTo(Counters.NONE);
        assertThat(counters.acquire(key, 0, 3, hash)).isEqualTo(slot);
        assertThat(counters.value(slot)).isZero();
    }

    @Test
    void theSeedIsForAnEmptyTable() {
        Counters counters = new Counters();
        counters.seed(1);
        counters.acquire(new byte[] {1}, 0, 1, 1);
        assertThatThrownBy(() -> counters.seed(2)).isInstanceOf(IllegalStateException.class);
    }
}
