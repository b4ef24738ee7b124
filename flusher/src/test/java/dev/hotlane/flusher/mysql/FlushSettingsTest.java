package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FlushSettingsTest {
    @Test
    void neverPrintsSecrets() {
        String printed = FlushSettings.of("jdbc:mysql://db/hotlane?password=s3cret", "hot", "s3cret")
                .toString();
        assertThat(printed).contains("jdbc:mysql://db/hotlane", "user=hot").doesNotContain("s3cret");
    }

    @Test
    void refusesWhatCannotWork() {
        assertThatThrownBy(() -> FlushSettings.of("jdbc:h2:mem?password=s3cret", "u", "p"))
                .hasMessageContaining("must start with jdbc:mysql:")
                .hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> new FlushSettings("jdbc:mysql://db/x", "u", "p", 50, 10, 100, 50, 1_000, 30_000, 2, 5))
                .hasMessageContaining("backoffMaxMillis");
        assertThatThrownBy(() -> new FlushSettings("jdbc:mysql://db/x", "u", "p", 50, 10, 50, 50, 1_000, 2_000, 2, 5))
                .hasMessageContaining("lockWaitTimeoutSeconds");
    }
}
