package dev.hotlane.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.GatewaySettings;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
    private final GatewaySettings settings = GatewaySettings.of("b:9092", 0, 8080);

    @Test
    void leavesWhatFits() {
        assertThat(OpenFiles.fit(settings, 1 << 20, 100)).isSameAs(settings);
    }

    @Test
    void lowersConnectionsToWhatIsLeft() {
        assertThat(OpenFiles.fit(settings, 256, 100).limits().connectionsMax()).isEqualTo(256 - 100 - 80);
    }

    @Test
    void refusesToStartWithoutRoomForConnections() {
        assertThatThrownBy(() -> OpenFiles.fit(settings, 190, 100))
                .isInstanceOf(GatewayException.class)
                .hasMessageContainingAll("190", "ulimit -n", "at least 196");
    }
}
