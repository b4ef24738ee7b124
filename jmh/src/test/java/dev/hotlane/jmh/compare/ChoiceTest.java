package dev.hotlane.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    @Test
    void hotlaneIsAlwaysThereAndFirst() {
        assertThat(Choice.named(List.of("e", "a")).codes()).containsExactly("hotlane", "a", "e");
        assertThat(Choice.all().codes())
                .startsWith("hotlane", "hotlane-flushed", "hotlane-split", "a")
                .hasSize(17);
    }

    @Test
    void aLetterStandsForAllVariants() {
        assertThat(Choice.named(List.of("h", "g3")).codes()).containsExactly("hotlane", "g3", "h1", "h2");
    }

    @Test
    void namesWhatIsKnownWhenItIsNot() {
        assertThatThrownBy(() -> Choice.named(List.of("z")))
                .hasMessage(
                        "--peers: there is no z; known are hotlane, hotlane-flushed, hotlane-split, a, b, c, d, e, f, g1, g2, g3, g4,"
                                + " h1, h2, i1, i2.");
    }
}
