package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MySqlSettingsTest {
    @Test
    void showsNoSecret() {
        assertThat(new MySqlSettings("jdbc:mysql://db/lane?password=secret", "u", "secret"))
                .hasToString("jdbc:mysql://db/lane");
        assertThatThrownBy(() -> new MySqlSettings("jdbc:postgresql://db/lane?password=secret", "u", "secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found jdbc:postgresql://db/lane")
                .message()
                .doesNotContain("secret");
    }
}
