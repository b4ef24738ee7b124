package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonLogEncoderTest {
    private final LoggerContext context = new LoggerContext();
    private final JsonLogEncoder encoder = new JsonLogEncoder("sale", "gateway");

    private JsonNode line(String message, Throwable cause, Object... arguments) throws IOException {
        LoggingEvent event =
                new LoggingEvent("none", context.getLogger("dev.hotlane.X"), Level.WARN, message, cause, arguments);
        event.setThreadName("state");
        encoder.start();
        byte[] line = encoder.encode(event);
        assertThat(new String(line, StandardCharsets.UTF_8)).endsWith("}\n").containsOnlyOnce("\n");
        return new ObjectMapper().readTree(line);
    }

    @Test
    void eachLineHasLaneRoleAndIncarnation() throws IOException {
        JsonNode before = line("began", null);
        assertThat(before.get("incarnation").asText()).isEqualTo("starting");
        encoder.incarnation("00ff");
        JsonNode line = line("key {} is \"full\"\n", new IllegalStateException("a\nb"), "k");
        assertThat(line.get("lane").asText()).isEqualTo("sale");
        assertThat(line.get("role").asText()).isEqualTo("gateway");
        assertThat(line.get("incarnation").asText()).isEqualTo("00ff");
        assertThat(line.get("level").asText()).isEqualTo("WARN");
        assertThat(line.get("threadName").asText()).isEqualTo("state");
        assertThat(line.get("formattedMessage").asText()).isEqualTo("key k is \"full\"\n");
        assertThat(line.get("throwable").get("message").asText()).isEqualTo("a\nb");
    }

    @Test
    void argumentsAreInTheMessageOnly() throws IOException {
        assertThat(line("password {}", null, "of another form").has("arguments"))
                .isFalse();
    }
}
