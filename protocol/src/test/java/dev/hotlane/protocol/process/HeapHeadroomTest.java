package dev.hotlane.protocol.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeapHeadroomTest {
    private static final long GIB = 1L << 30;

    private final List<String> warnings = new ArrayList<>();

    @Test
    void tellsWhatWasFreeAfterTheLastCollection() {
        HeapHeadroom headroom = new HeapHeadroom(4 * GIB, warnings::add);
        headroom.collected(GIB);

        assertThat(headroom.bytes()).isEqualTo(3 * GIB);
        assertThat(headroom.ratio()).isEqualTo(0.75);
        assertThat(headroom.max()).isEqualTo(4 * GIB);
        assertThat(warnings).isEmpty();
    }

    @Test
    void warnsOnceForEachTimeThatLittleIsLeft() {
        HeapHeadroom headroom = new HeapHeadroom(100 * GIB, warnings::add);
        headroom.collected(84 * GIB);
        assertThat(warnings).isEmpty();
        headroom.collected(86 * GIB);
        headroom.collected(90 * GIB);
        assertThat(warnings).singleElement().asString().contains("88064 of 102400 MiB", "14 % are left", "exit code 3");

        headroom.collected(80 * GIB);
        headroom.collected(86 * GIB);
        assertThat(warnings).hasSize(1);
        headroom.collected(70 * GIB);
        headroom.collected(86 * GIB);
        assertThat(warnings).hasSize(2);
    }

    @Test
    void hearsOfTheCollectionsOfThisJvm() throws InterruptedException {
        CountDownLatch heard = new CountDownLatch(1);
        byte[] kept = new byte[1 << 20];
        try (HeapHeadroom headroom = HeapHeadroom.watch(kept.length, warning -> heard.countDown())) {
            System.gc();
            assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(headroom.ratio()).isZero();
        }
    }

    @Test
    void beforeTheFirstCollectionTellsWhatIsFreeNow() {
        try (HeapHeadroom headroom = HeapHeadroom.watch(warnings::add)) {
            assertThat(headroom.bytes()).isBetween(1L, headroom.max() - 1);
        }
    }
}
