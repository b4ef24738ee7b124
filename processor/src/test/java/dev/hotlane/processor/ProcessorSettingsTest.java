package dev.hotlane.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.lead.LeadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProcessorSettingsTest {
    private final FlushSettings mysql = FlushSettings.of("jdbc:mysql://127.0.0.1:1/x", "u", "geheim");

    @Test
    void defaultsAreValidAndPrintNoSecret() {
        ProcessorSettings settings = ProcessorSettings.of("hotlane", "127.0.0.1:1", mysql, Path.of("."));
        assertThat(settings.toString()).contains("lane=hotlane", "127.0.0.1:1").doesNotContain("geheim");
    }

    @Test
    void refusesALaneThatIsNoTopicName() {
        assertThatThrownBy(() -> ProcessorSettings.of("a b", "127.0.0.1:1", mysql, Path.of(".")))
                .hasMessageContaining("a b");
    }

    @Test
    void refusesASilenceShorterThanThreeTicks() {
        assertThatThrownBy(() -> new LeadSettings(Duration.ofMillis(100), Duration.ofMillis(250)))
                .hasMessageContaining("at least three times tickInterval");
    }

    @Test
    void everyRefusalHasANumberOfItsOwn() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::number))
                .doesNotHaveDuplicates()
                .allMatch(number -> number >= 0 && number < 64);
    }
}
