package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.cli.CommandFormatter;
import dev.hotlane.protocol.cli.ReplyFormatter;
import dev.hotlane.protocol.cli.ViewFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class LaneFormatterTest {
    private static final String COMMANDS = CommandFormatter.class.getName();
    private static final String REPLIES = ReplyFormatter.class.getName();

    @Test
    void topicsOfAnyLaneGetTheirFormatter() {
        assertThat(put("--topic", "hotlane.commands")).endsWith("--formatter", COMMANDS);
        assertThat(put("--from-beginning", "--topic=eu.west.commands")).endsWith("--formatter", COMMANDS);
        assertThat(put("--topic", "hotlane.replies", "--partition", "3")).endsWith("--formatter", REPLIES);
        assertThat(put("--topic", "hotlane.view")).endsWith("--formatter", ViewFormatter.class.getName());
        assertThat(put("--include", ".*\\.commands")).endsWith("--formatter", COMMANDS);
        assertThat(put("--include=(eu|us)\\.replies")).endsWith("--formatter", REPLIES);
    }

    @Test
    void otherTopicsAndAFormatterThatIsNamedAreLeftAlone() {
        leftAlone("--topic", "orders");
        leftAlone("--topic", "commands");
        leftAlone("--include", "hotlane.*");
        leftAlone("--topic", "orders", "--property", "print.key=true");
        leftAlone("--topic", "hotlane.commands", "--formatter", "org.example.Own", "--formatter-property", "own=1");
        leftAlone("--topic", "hotlane.commands", "--formatter=org.example.Own");
        leftAlone("--help");
        leftAlone("--topic");
    }

    @Test
    void propertiesThatTheFormatterDoesNotHaveAreRefusedBeforeTheToolStarts() {
        assertThat(put("--topic", "l.commands", "--formatter-property", "kinds=COMMAND", "--property", "pretty=true"))
                .endsWith("--formatter", COMMANDS);
        assertThatThrownBy(() -> put("--topic", "l.commands", "--formatter-property", "kinds=TOCK"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("No kind of record is called TOCK")
                .hasMessageContaining("COMMAND, READ, TICK");
        assertThatThrownBy(() -> put("--topic", "l.replies", "--formatter-property=print.key=true"))
                .hasMessage("The formatter has no property print.key. Its properties: kinds, pretty.");
    }

    private static List<String> put(String... args) {
        return LaneFormatter.putInto(List.of(args), new CommandLine(new KafkaCommand()));
    }

    private static void leftAlone(String... args) {
        assertThat(put(args)).as(Stream.of(args).toList().toString()).containsExactly(args);
    }
}
