package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandbyReadinessTest {
    private static final long MAX = StandbyReadiness.BEHIND_MAX;

    private boolean leads;
    private long applied;
    private long logEnd = 50_000;
    private long nanos = 7;
    private final StandbyReadiness readiness =
            new StandbyReadiness(() -> leads, 50_000, () -> applied, () -> logEnd, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void itIsReadyAsSoonAsItHasReplayed() {
        applied = 49_999;
        assertThat(readiness.look()).isFalse();
        applied = 50_000;
        assertThat(readiness.look()).isTrue();
    }

    @Test
    void afterTheReplayItIsNotReadyWhileItIsFarBehind() {
        applied = 50_000;
        logEnd = applied + MAX + 1;
        assertThat(readiness.look()).isFalse();
        applied++;
        assertThat(readiness.look()).isTrue();
    }

    @Test
    void nearAndFarChangeAfterThreeSeconds() {
        applied = 50_000;
        assertThat(readiness.look()).isTrue();
        logEnd = applied + MAX + 1;
        assertThat(readiness.look()).isTrue();
        pass(Duration.ofMillis(2_999));
        assertThat(readiness.look()).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(readiness.look()).isFalse();

        applied = logEnd;
        assertThat(readiness.look()).isFalse();
        pass(Duration.ofSeconds(3));
        assertThat(readiness.look()).isTrue();
    }

    @Test
    void aBurstThatIsOverInThreeSecondsChangesNothing() {
        applied = 50_000;
        readiness.look();
        for (int i = 0; i < 10; i++) {
            logEnd = applied + MAX + 1;
            assertThat(readiness.look()).isTrue();
            pass(Duration.ofSeconds(2));
            applied = logEnd;
            assertThat(readiness.look()).isTrue();
            pass(Duration.ofSeconds(2));
        }
    }

    @Test
    void aLeaderIsReadyHoweverFarItsLogRunsAhead() {
        leads = true;
        applied = 50_000;
        logEnd = applied + 10 * MAX;
        readiness.look();
        pass(Duration.ofSeconds(3));
        assertThat(readiness.look()).isTrue();
    }

    /** In an outage of Kafka the end stays where it was last reported, below what a leader has applied. */
    @Test
    void anEndThatIsUnknownLeavesItReady() {
        applied = 60_000;
        logEnd = -1;
        assertThat(readiness.look()).isTrue();
        pass(Duration.ofSeconds(3));
        assertThat(readiness.look()).isTrue();
    }
}
