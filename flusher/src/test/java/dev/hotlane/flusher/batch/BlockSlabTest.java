package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockSlabTest {
    private final BlockSlab slab = new BlockSlab();
    private final List<Block> blocks = new ArrayList<>();

    /** A block, and the one byte it is full of. */
    private record Block(long place, int bytes, byte content) {}

    @Test
    void blocksNeverOverlapAndLieInOnePage() {
        Random random = Seeds.random();
        for (int round = 0; round < 20; round++) {
            int bytesMax = 1 << 1 + random.nextInt(17);
            for (int i = 0; i < 4_000; i++) {
                if (blocks.isEmpty() || random.nextInt(3) > 0) {
                    take(1 + random.nextInt(bytesMax), (byte) random.nextInt());
                } else {
                    giveBack(random.nextInt(blocks.size()));
                }
            }
            while (!blocks.isEmpty()) {
                giveBack(blocks.size() - 1);
            }
            slab.clear(random.nextBoolean() ? Integer.MAX_VALUE : slab.pagesUsed());
        }
    }

    @Test
    void aFreedBlockServesTheNextOfItsSize() {
        long place = slab.take(100);
        slab.take(100);
        slab.free(place, 100);
        assertThat(slab.take(128)).isEqualTo(place);
    }

    @Test
    void roundsLargeBlocksUpByAFifthAtMost() {
        for (int bytes = 1; bytes <= BlockSlab.BLOCK_BYTES_MAX; bytes++) {
            int block = BlockSlab.blockBytes(bytes);
            if (block < bytes || block - bytes > Math.max(31, block / 5) || BlockSlab.blockBytes(block) != block) {
                throw new AssertionError("a block of " + block + " bytes for " + bytes);
            }
        }
    }

    private void take(int bytes, byte content) {
        long place = slab.take(bytes);
        int at = BlockSlab.position(place);
        Arrays.fill(slab.page(place), at, at + bytes, content);
        blocks.add(new Block(place, bytes, content));
    }

    private void giveBack(int index) {
        Block block = blocks.get(index);
        blocks.set(index, blocks.get(blocks.size() - 1));
        blocks.remove(blocks.size() - 1);
        byte[] page = slab.page(block.place);
        int at = BlockSlab.position(block.place);
        for (int i = at; i < at + block.bytes; i++) {
            if (page[i] != block.content) {
                throw new AssertionError("byte " + (i - at) + " of a block of " + block.bytes + " was overwritten");
            }
        }
        slab.free(block.place, block.bytes);
    }
}
