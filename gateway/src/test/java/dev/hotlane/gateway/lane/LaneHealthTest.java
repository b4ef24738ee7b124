package dev.hotlane.gateway.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Beat;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneHealthTest {
    private static final long MS = 1_000_000;
    private static final long START = Long.MAX_VALUE - 500 * MS;

    private final LaneHealth health = new LaneHealth(Duration.ofSeconds(2));

    @BeforeEach
    void repliesArePositioned() {
        health.replies(null);
    }

    @Test
    void refusesUntilAProcessorIsHeardAndWhenItFallsSilent() {
        assertThat(health.fault(START)).isEqualTo("no processor has been heard yet");
        health.heard(beat(1, 1), START);
        assertThat(health.fault(START)).isNull();
        assertThat(health.fault(START + 2_000 * MS)).isNull();
        assertThat(health.fault(START + 2_001 * MS)).contains("for more than 2000 ms");
        assertThat(health.beatAgeNanos(START + 2_001 * MS)).isEqualTo(2_001 * MS);
    }

    @Test
    void believesNoLeaderOfAnOlderEpoch() {
        health.heard(beat(5, 1), START);
        health.heard(beat(4, 1), START + 1_000 * MS);
        assertThat(health.beat().epoch()).isEqualTo(5);
        assertThat(health.refusedBeats()).isOne();
        assertThat(health.fault(START + 2_500 * MS)).isNotNull();
        health.heard(beat(6, 1), START + 2_500 * MS);
        assertThat(health.fault(START + 2_500 * MS)).isNull();
    }

    @Test
    void aForgedBeatOfTheHighestEpochClosesNothing() {
        health.heard(beat(5, 1), START);
        health.heard(beat(Long.MAX_VALUE, 1), START + 100 * MS);
        health.heard(beat(5, 1), START + 200 * MS);
        assertThat(health.beat().epoch()).isEqualTo(5);
        assertThat(health.beatAgeNanos(START + 200 * MS)).isZero();
    }

    @Test
    void aForgedBeatIsForgottenWhenItStaysAlone() {
        health.heard(beat(Long.MAX_VALUE, 1), START);
        for (int at = 100; at <= 3_000; at += 100) {
            health.heard(beat(5, 1), START + at * MS);
            assertThat(health.fault(START + at * MS)).as("at %d ms", at).isNull();
        }
        assertThat(health.beat().epoch()).isEqualTo(5);
        health.heard(beat(6, 1), START + 3_050 * MS);
        health.heard(beat(5, 1), START + 3_100 * MS);
        assertThat(health.beat().epoch()).as("a forged BEAT of the next epoch").isEqualTo(6);
        health.heard(beat(5, 1), START + 4_100 * MS);
        assertThat(health.beat().epoch()).as("and a second later").isEqualTo(5);
    }

    @Test
    void countsTheEpochsOfAReAnchoredLane() {
        health.heard(beat(5, 1), START);
        health.heard(beat(1_000_005, 1), START + 5_000 * MS);
        assertThat(health.fault(START + 5_000 * MS)).isNull();
        assertThat(health.beat().epoch()).isEqualTo(1_000_005);
    }

    @Test
    void ignoresWhatNoLeaderWrites() {
        health.heard(beat(0, 1), START);
        health.heard(beat(-1, 1), START);
        health.heard(beat(1, 0), START);
        health.heard(new Beat(1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1), START);
        health.heard(new Beat(1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 1_000, 1, 0, 1, 0, 1, 1, 0, 1), START);
        health.heard(new Beat(1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, -1, 0, 1, 0, 1, 1, 0, 1), START);
        assertThat(health.beat()).isNull();
        assertThat(health.refusedBeats()).isEqualTo(6);
    }

    @Test
    void refusesForAnyFaultOfItsOwn() {
        health.heard(beat(1, 1), START);
        health.replies("no replies");
        assertThat(health.fault(START)).isEqualTo("no replies");
        health.replies(null);
        assertThat(health.fault(START)).isNull();
        health.producerFailed("no producer");
        assertThat(health.fault(START)).isEqualTo("no producer");
        health.drain();
        assertThat(health.fault(START)).contains("shutting down");
    }

    @Test
    void refusesWhenAnotherFormatIsInForce() {
        health.heard(beat(1, 2), START);
        assertThat(health.fault(START)).contains("format 2", "upgrade");
    }

    private static Beat beat(long epoch, int format) {
        return new Beat(epoch, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, format, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1);
    }
}
