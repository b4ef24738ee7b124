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
                int size = 1 + random.nextInt(SIZE_MAX);
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
    void freedBlocksAreTakenAgainBeforeNewOnes() {
        Slab slab = new Slab(SIZE_MAX);
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 50_000; i++) {
            places.add(slab.take(8));
        }
        assertThat(places).hasSize(50_000);
        places.forEach(place -> slab.free(place, 8));
        Set<Integer> again = new HashSet<>();
        for (int i = 0; i < 50_000; i++) {
            again.add(slab.take(8));
        }
        assertThat(again).isEqualTo(places);
    }

    @Test
    void aFreedBlockServesItsOwnSizeOnly() {
        Slab slab = new Slab(SIZE_MAX);
        int place = slab.take(8);
        slab.free(place, 8);
        assertThat(slab.take(7)).isNotEqualTo(place);
        assertThat(slab.take(8)).isEqualTo(place);
    }
}
