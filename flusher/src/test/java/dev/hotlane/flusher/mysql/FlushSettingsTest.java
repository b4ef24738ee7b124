package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings.Backoff;
import dev.hotlane.flusher.mysql.FlushSettings.Timeouts;
import java.time.Duration;
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
        assertThatThrownBy(() -> new Backoff(Duration.ofMillis(100), Duration.ofMillis(50)))
                .hasMessageContaining("backoffMax must be at least backoffMin");
        assertThatThrownBy(() -> Timeouts.DEFAULT.withAnswer(Duration.ofSeconds(2)))
                .hasMessageContaining("lockWait must end before the answer timeout");
        assertThatThrownBy(() -> Timeouts.DEFAULT.withSilence(Duration.ofMillis(1_500)))
                .hasMessageContaining("silence must be whole seconds");
    }
}
