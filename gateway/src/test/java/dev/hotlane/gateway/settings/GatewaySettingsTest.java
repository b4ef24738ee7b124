package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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

    @Test
    void namesTheHostOrOriginThatIsNone() {
        assertThatThrownBy(() -> new Reach(List.of("gateway.example:8080"), List.of()))
                .hasMessageContaining("hosts: expected names or addresses without a port")
                .hasMessageContaining("gateway.example:8080");
        for (String origin : List.of("*", "null", "shop.example", "https://shop.example/", "https://Shop.example")) {
            assertThatThrownBy(() -> new Reach(List.of(), List.of(origin)))
                    .hasMessageContaining("origins: expected what a browser sends, such as https://shop.example");
        }
        assertThat(new Reach(List.of("*"), List.of("http://[::1]:3000", "https://shop.example")).origins())
                .hasSize(2);
    }
}
