package dev.hotlane.infra.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Beat;
import org.junit.jupiter.api.Test;

/** What a re-anchoring takes from BEATs that anybody may have written. */
class ReplySequencesTest {
    private static final long NEAR = 1_000_000;

    private final ReplySequences sequences = new ReplySequences(NEAR, NEAR);

    private void beat(long epoch, long base, long applied) {
        sequences.onBeat(
                new Beat(epoch, 1, 2, 3, base, applied, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 1, 0, 1, 0, 1, 1, 0, 1));
    }

    @Test
    void isTheGreatestThatALeaderWrote() {
        beat(3, 100, 17);
        beat(2, 100, 19);
        assertThat(sequences.sequence()).isEqualTo(119);
        assertThat(sequences.epoch()).isEqualTo(3);
        assertThat(sequences.hasFar()).isFalse();
        assertThat(sequences.impossible()).isZero();
    }

    @Test
    void leavesOutWhatNoLeaderCanHaveComeTo() {
        beat(3, 100, 17);
        for (long absurd : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, ReplySequences.IMPOSSIBLE}) {
            beat(absurd, 0, 18);
            beat(4, absurd, 18);
            beat(4, 0, absurd);
            beat(4, absurd, absurd);
        }
        assertThat(sequences.sequence()).isEqualTo(117);
        assertThat(sequences.epoch()).isEqualTo(3);
        assertThat(sequences.hasFar()).isFalse();
        assertThat(sequences.impossible()).isEqualTo(16);
    }

    @Test
    void keepsWhatIsFarAboveMySqlApart() {
        beat(3, 100, 17);
        beat(4, NEAR, 1);
        beat(NEAR + 1, 0, 5);
        assertThat(sequences.sequence()).isEqualTo(117);
        assertThat(sequences.epoch()).isEqualTo(3);
        assertThat(sequences.hasFar()).isTrue();
        sequences.takeFar();
        assertThat(sequences.sequence()).isEqualTo(NEAR + 1);
        assertThat(sequences.epoch()).isEqualTo(NEAR + 1);
    }
}
