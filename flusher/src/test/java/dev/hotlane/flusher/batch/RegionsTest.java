package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a batch is made of fits half a region of G1 where regions are smallest: a larger array takes whole regions. */
class RegionsTest {
    private static final int HALF_A_REGION = 512 * 1024;
    private static final int ARRAY_HEADER = 16;

    @Test
    void noPageIsLargerThanHalfARegionOf1MB() {
        assertThat(ARRAY_HEADER + Long.BYTES * DirtyMap.PAGE_WORDS).isLessThanOrEqualTo(HALF_A_REGION);
        assertThat(ARRAY_HEADER + BlockSlab.PAGE_BYTES).isLessThanOrEqualTo(HALF_A_REGION);
        assertThat(ARRAY_HEADER + PackedChunk.BYTES_MAX).isLessThanOrEqualTo(HALF_A_REGION);
    }
}
