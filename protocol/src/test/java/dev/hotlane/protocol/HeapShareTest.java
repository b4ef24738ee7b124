package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapShareTest {
    private static final long GIB = 1L << 30;
    private static final Rules RULES = Rules.first(1);

    @Test
    void theFirstRulesFitAHeapOf4GiB() {
        assertThat(HeapShare.OF_A_PROCESSOR.fit(RULES, 4 * GIB)).isEqualTo(RULES.withBytes(900_000_000, 400_000_000));
        assertThat(HeapShare.OF_A_PROCESSOR.needed(RULES)).isLessThanOrEqualTo(4 * GIB);
        assertThat(HeapShare.OF_A_PROCESSOR.needed(RULES.withBytes(950_000_000, 450_000_000)))
                .isGreaterThan(4 * GIB);
    }

    @ParameterizedTest
    @CsvSource({"2, false, 0", "3, false, 0", "4, true, 268435456", "8, true, 0", "64, false, 0", "64, true, 1000000000"
    })
    void whatFitsNeedsNoMoreThanTheHeap(long gib, boolean viewed, long other) {
        HeapShare share = new HeapShare(viewed, other);
        Rules fit = share.fit(RULES, gib * GIB);
        assertThat(fit.fault()).isNull();
        assertThat(share.needed(fit)).isLessThanOrEqualTo(gib * GIB);
        Rules more = fit.withBytes(fit.stateBytesMax() + 150_000_000, fit.windowBytesMax() + 100_000_000);
        assertThat(share.needed(more)).isGreaterThan(gib * GIB);
    }

    @ParameterizedTest
    @CsvSource({
        "256, false, 46, 20",
        "256, true, 22, 10",
        "400, true, 35, 15",
        "768, true, 68, 30",
        "1024, false, 185, 82"
    })
    void aSmallHeapHasHalfOfItForTheCaps(long mib, boolean viewed, long stateMillions, long windowMillions) {
        HeapShare share = new HeapShare(viewed, 0);
        Rules fit = share.fit(RULES, mib << 20);
        assertThat(fit).isEqualTo(RULES.withBytes(stateMillions * 1_000_000, windowMillions * 1_000_000));
        assertThat(share.needed(fit)).isLessThanOrEqualTo(mib << 20);
    }

    @Test
    void theBaseIsTheSameOnBothSidesOfTwoAndAHalfGiB() {
        for (long heap = 2 * GIB; heap <= 3 * GIB; heap += GIB / 16) {
            long needed = HeapShare.OF_A_PROCESSOR.needed(HeapShare.OF_A_PROCESSOR.fit(RULES, heap));
            assertThat(needed).isBetween(heap - 450_000_000, heap);
        }
    }

    @Test
    void aHeapThatIsTooSmallFitsNothing() {
        assertThat(HeapShare.OF_A_PROCESSOR.fit(RULES, 4 << 20)).isNull();
        assertThat(HeapShare.OF_A_PROCESSOR.fit(RULES, 0)).isNull();
        assertThat(new HeapShare(true, 2 * GIB).fit(RULES, 2 * GIB)).isNull();
    }

    @Test
    void whatNoHeapHoldsIsNamedWithoutOverflow() {
        Rules vast = RULES.withBytes(Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(HeapShare.OF_A_PROCESSOR.needed(vast)).isEqualTo(Long.MAX_VALUE);
    }
}
