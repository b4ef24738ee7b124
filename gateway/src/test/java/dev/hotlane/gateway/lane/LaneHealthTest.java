package dev.hotlane.gateway.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Beat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneHealthTest {
    private static final long MS = 1_000_000;
    private static final long START = Long.MAX_VALUE - 500 * MS;

    private final LaneHealth pulse = new LaneHealth(2_000);

    @BeforeEach
    void repliesArePositioned() {
        pulse.replies(null);
    }

    @Test
    void refusesUntilAProcessorIsHeardAndWhenItFallsSilent() {
        assertThat(pulse.fault(START)).isEqualTo("no processor has been heard yet");
        pulse.heard(beat(1, 1), START);
        assertThat(pulse.fault(START)).isNull();
        assertThat(pulse.fault(START + 2_000 * MS)).isNull();
        assertThat(pulse.fault(START + 2_001 * MS)).contains("for more than 2000 ms");
        assertThat(pulse.beatAgeNanos(START + 2_001 * MS)).isEqualTo(2_001 * MS);
    }

    @Test
    void believesNoLeaderOfAnOlderEpoch() {
        pulse.heard(beat(5, 1), START);
        pulse.heard(beat(4, 1), START + 1_000 * MS);
        assertThat(pulse.beat().epoch()).isEqualTo(5);
        assertThat(pulse.refusedBeats()).isOne();
        assertThat(pulse.fault(START + 2_500 * MS)).isNotNull();
        pulse.heard(beat(6, 1), START + 2_500 * MS);
        assertThat(pulse.fault(START + 2_500 * MS)).isNull();
    }

    @Test
    void aForgedBeatOfTheHighestEpochClosesNothing() {
        pulse.heard(beat(5, 1), START);
        pulse.heard(beat(Long.MAX_VALUE, 1), START + 100 * MS);
        pulse.heard(beat(5, 1), START + 200 * MS);
        assertThat(pulse.beat().epoch()).isEqualTo(5);
        assertThat(pulse.beatAgeNanos(START + 200 * MS)).isZero();
    }

    @Test
    void aForgedBeatIsForgottenWhenItStaysAlone() {
        pulse.heard(beat(Long.MAX_VALUE, 1), START);
        for (int at = 100; at <= 3_000; at += 100) {
            pulse.heard(beat(5, 1), START + at * MS);
            assertThat(pulse.fault(START + at * MS)).as("at %d ms", at).isNull();
        }
        assertThat(pulse.beat().epoch()).isEqualTo(5);
        pulse.heard(beat(6, 1), START + 3_050 * MS);
        pulse.heard(beat(5, 1), START + 3_100 * MS);
        assertThat(pulse.beat().epoch()).as("a forged BEAT of the next epoch").isEqualTo(6);
        pulse.heard(beat(5, 1), START + 4_100 * MS);
        assertThat(pulse.beat().epoch()).as("and a second later").isEqualTo(5);
    }

    @Test
    void countsTheEpochsOfAReAnchoredLane() {
        pulse.heard(beat(5, 1), START);
        pulse.heard(beat(1_000_005, 1), START + 5_000 * MS);
        assertThat(pulse.fault(START + 5_000 * MS)).isNull();
        assertThat(pulse.beat().epoch()).isEqualTo(1_000_005);
    }

    @Test
    void ignoresWhatNoLeaderWrites() {
        pulse.heard(beat(0, 1), START);
        pulse.heard(beat(-1, 1), START);
        pulse.heard(beat(1, 0), START);
        pulse.heard(new Beat(1, 0, 0, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1), START);
        pulse.heard(new Beat(1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 1_000, 1, 0, 1, 0, 1, 1), START);
        pulse.heard(new Beat(1, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, -1, 0, 1, 0, 1, 1), START);
        assertThat(pulse.beat()).isNull();
        assertThat(pulse.refusedBeats()).isEqualTo(6);
    }

    @Test
    void refusesForAnyFaultOfItsOwn() {
        pulse.heard(beat(1, 1), START);
        pulse.replies("no replies");
        assertThat(pulse.fault(START)).isEqualTo("no replies");
        pulse.replies(null);
        assertThat(pulse.fault(START)).isNull();
        pulse.producerFailed("no producer");
        assertThat(pulse.fault(START)).isEqualTo("no producer");
        pulse.drain();
        assertThat(pulse.fault(START)).contains("shutting down");
    }

    @Test
    void refusesWhenAnotherFormatIsInForce() {
        pulse.heard(beat(1, 2), START);
        assertThat(pulse.fault(START)).contains("format 2", "upgrade");
    }

    private static Beat beat(long epoch, int format) {
        return new Beat(epoch, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, format, 64, 1_000, 1, 0, 1, 0, 1, 1);
    }
}
