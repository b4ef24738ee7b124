package dev.hotlane.processor.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FlushProgressTest {
    private boolean leading = true;
    private long applied = 10;
    private long flushed = 10;
    private long nanos;
    private final FlushProgress progress =
            new FlushProgress(() -> leading, () -> applied, () -> flushed, () -> nanos, Duration.ofMillis(50));

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            nanos += TimeUnit.SECONDS.toNanos(1);
            progress.look();
        }
    }

    @Test
    void alarmsOnceMySqlStandsStillForTenSecondsWithSomethingToFlush() {
        applied = 20;
        seconds(9);
        assertThat(progress.alarmed()).isFalse();
        assertThat(progress.stalledSeconds()).isEqualTo(9);
        seconds(1);
        assertThat(progress.alarmed()).isTrue();
        flushed = 11;
        seconds(1);
        assertThat(progress.alarmed()).isFalse();
        assertThat(progress.stalledSeconds()).isZero();
    }

    @Test
    void aLaneWithNothingToFlushIsNoAlarm() {
        seconds(60);
        assertThat(progress.alarmed()).isFalse();
        assertThat(progress.stalledSeconds()).isZero();
    }

    @Test
    void aFollowerHasNothingToFlush() {
        leading = false;
        applied = 20;
        seconds(60);
        assertThat(progress.alarmed()).isFalse();
        leading = true;
        seconds(9);
        assertThat(progress.alarmed()).isFalse();
        seconds(1);
        assertThat(progress.alarmed()).isTrue();
    }

    @Test
    void aLongIntervalBetweenFlushesIsNoStandstill() {
        FlushProgress slow = new FlushProgress(() -> true, () -> 20, () -> 10, () -> nanos, Duration.ofMinutes(1));
        nanos += TimeUnit.SECONDS.toNanos(179);
        slow.look();
        assertThat(slow.alarmed()).isFalse();
        nanos += TimeUnit.SECONDS.toNanos(1);
        slow.look();
        assertThat(slow.alarmed()).isTrue();
    }
}
