package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConnectionBoundsTest {
    @Test
    void derivesWhatIsNotGivenFromTheJvm() {
        assertThat(ConnectionBounds.USUAL.unsentMaxHere()).isPositive();
        assertThat(ConnectionBounds.USUAL.bodiesMaxHere())
                .isEqualTo(Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 8));
        ConnectionBounds given = new ConnectionBounds(2 << 20, 1_000, 3 << 20, 100);
        assertThat(given.unsentMaxHere()).isEqualTo(2 << 20);
        assertThat(given.bodiesMaxHere()).isEqualTo(3 << 20);
    }

    @Test
    void namesTheSettingThatCannotWork() {
        assertThatThrownBy(() -> new ConnectionBounds(1, 1_000, 0, 100)).hasMessageContaining("unsentMax");
        assertThatThrownBy(() -> new ConnectionBounds(0, 999, 0, 100)).hasMessageContaining("takeMaxMs");
        assertThatThrownBy(() -> new ConnectionBounds(0, 1_000, 1, 100)).hasMessageContaining("bodiesMax");
        assertThatThrownBy(() -> new ConnectionBounds(0, 1_000, 0, 99)).hasMessageContaining("requestMaxMs");
    }
}
