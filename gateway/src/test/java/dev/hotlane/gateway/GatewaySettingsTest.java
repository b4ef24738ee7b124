package dev.hotlane.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GatewaySettingsTest {
    @Test
    void listensOnLoopbackUnlessToldOtherwise() {
        assertThat(GatewaySettings.of("b:9092", 0, 8080).host()).isEqualTo("127.0.0.1");
    }

    @Test
    void namesTheSettingThatCannotWork() {
        assertThatThrownBy(() -> GatewaySettings.of("", 0, 1)).hasMessageContaining("bootstrapServers");
        assertThatThrownBy(() -> GatewaySettings.of("b", 70_000, 1)).hasMessageContaining("replyPartition");
        assertThatThrownBy(() -> GatewaySettings.of("b", 0, -1)).hasMessageContaining("port must be 0..65535: -1");
    }
}
