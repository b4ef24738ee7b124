package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlabTest {
    private static final int SIZE_MAX = 30;
    private static final int BLOCKS = 100_000;

    private record Block(int place, int size, long mark) {}

    private static void fill(Slab slab, Block block) {
        for (int i = 0; i < block.size(); i++) {
            slab.page(block.place())[slab.position(block.place()) + i] = block.mark();
        }
    }

    private static boolean isIntact(Slab slab, Block block) {
        for (int i = 0; i < block.size(); i++) {
            if (slab.page(block.place())[slab.position(block.place()) + i] != block.mark()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void blocksNeverOverlap() {
        SplittableRandom random = Seed.random(SlabTest.class);
        Slab slab = new Slab(SIZE_MAX);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(5) < 3 || blocks.isEmpty()) {
                int size = 2 + random.nextInt(SIZE_MAX - 1);
                Block block = new Block(slab.take(size), size, i);
                fill(slab, block);
                blocks.add(block);
            } else {
                Block gone = blocks.remove(random.nextInt(blocks.size()));
                assertThat(isIntact(slab, gone)).isTrue();
                slab.free(gone.place(), gone.size());
            }
        }
        assertThat(blocks).allMatch(block -> isIntact(slab, block));
    }

    @Test
    void afterTheLastBlock64PagesAreLeft() {
        SplittableRandom random = Seed.random(SlabTest.class);
        Slab slab = new Slab(SIZE_MAX);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 4 * BLOCKS; i++) {
            int size = 2 + random.nextInt(SIZE_MAX - 1);
            blocks.add(new Block(slab.take(size), size, i));
        }
        long full = HeapSize.of(slab);
        while (!blocks.isEmpty()) {
            Block last = blocks.remove(blocks.size() - 1);
            int at = random.nextInt(blocks.size() + 1);
            Block gone = at == blocks.size() ? last : blocks.set(at, last);
            slab.free(gone.place(), gone.size());
        }
        assertThat(full).isGreaterThan(48L << 20);
        assertThat(HeapSize.of(slab)).isLessThan(17L << 20);
    }

    @Test
    void freedBlocksAreTakenAgainBeforeNewOnes() {
        Slab slab = new Slab(SIZE_MAX);
        Set<Integer> places = take(slab, BLOCKS, 8);
        assertThat(places).hasSize(BLOCKS);
        long full = HeapSize.of(slab);
        List<Integer> half = places.stream().filter(place -> place / 8 % 2 == 0).toList();
        half.forEach(place -> slab.free(place, 8));
        assertThat(take(slab, half.size(), 8)).isEqualTo(Set.copyOf(half));
        assertThat(HeapSize.of(slab)).isEqualTo(full);
    }

    @Test
    void freedNeighboursServeOtherSizes() {
        Slab slab = new Slab(SIZE_MAX);
        int longs = 8 * BLOCKS;
        long most = 0;
        for (int size = SIZE_MAX; size >= 6; size--) {
            // One of sixteen stays, as an honest caller's does in a flood.
            List<Integer> flood = List.copyOf(take(slab, longs / size, size));
            most = Math.max(most, HeapSize.of(slab));
            for (int i = 0; i < flood.size(); i++) {
                if (i % 16 != 0) {
                    slab.free(flood.get(i), size);
                }
            }
        }
        int floods = SIZE_MAX - 5;
        assertThat(most).isLessThan(8L * longs * (1 + floods / 16 + 1));
    }

    @Test
    void aBlockIsNotCutIntoTooLittle() {
        Slab slab = new Slab(SIZE_MAX);
        int place = slab.take(8);
        slab.take(8);
        slab.free(place, 8);
        assertThat(slab.take(7)).isNotEqualTo(place);
        assertThat(slab.take(6)).isEqualTo(place);
        assertThat(slab.take(2)).isEqualTo(place + 6);
    }

    private static Set<Integer> take(Slab slab, int count, int size) {
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < count; i++) {
            places.add(slab.take(size));
        }
        return places;
    }
}
