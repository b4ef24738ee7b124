package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionBoundsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEAST = Duration.ofMillis(100);

    @Test
    void derivesWhatIsNotGivenFromTheJvm() {
        assertThat(ConnectionBounds.USUAL.unsentMaxHere()).isPositive();
        assertThat(ConnectionBounds.USUAL.bodiesMaxHere())
                .isEqualTo(Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 8));
        ConnectionBounds given = new ConnectionBounds(2 << 20, SECOND, 3 << 20, LEAST, LEAST);
        assertThat(given.unsentMaxHere()).isEqualTo(2 << 20);
        assertThat(given.bodiesMaxHere()).isEqualTo(3 << 20);
    }

    @Test
    void namesTheSettingThatCannotWork() {
        assertThatThrownBy(() -> new ConnectionBounds(1, SECOND, 0, LEAST, LEAST))
                .hasMessageContaining("unsentMax");
        assertThatThrownBy(() -> new ConnectionBounds(0, Duration.ofMillis(999), 0, LEAST, LEAST))
                .hasMessageContaining("takeMaxMs");
        assertThatThrownBy(() -> new ConnectionBounds(0, SECOND, 1, LEAST, LEAST))
                .hasMessageContaining("bodiesMax");
        assertThatThrownBy(() -> new ConnectionBounds(0, SECOND, 0, Duration.ofMillis(99), LEAST))
                .hasMessageContaining("headerMaxMs");
        assertThatThrownBy(() -> new ConnectionBounds(0, SECOND, 0, LEAST, Duration.ofMillis(99)))
                .hasMessageContaining("bodyMaxMs");
    }
}
