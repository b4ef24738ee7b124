package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/operating.md has every setting with its default, and every exit code. */
class OperatingTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path COMMANDS = ROOT.resolve("infra/src/main/java/dev/hotlane/infra/cli");
    private static final Pattern OPTION =
            Pattern.compile("names = \"(--[a-z-]+)\"[^;]*?defaultValue = \"([^\"]+)\"", Pattern.DOTALL);

    private final String page = Files.readString(ROOT.resolve("docs/operating.md"));

    OperatingTest() throws IOException {}

    @Test
    void tellsEverySettingWithItsDefault() throws IOException {
        for (String file : List.of(
                "ProcessorOptions.java",
                "StatusPortOptions.java",
                "GatewayOptions.java",
                "AdminPortOptions.java",
                "WarmUpOptions.java",
                "LeaveOptions.java",
                "ConsoleCommand.java",
                "LogOptions.java")) {
            Matcher option = OPTION.matcher(Files.readString(COMMANDS.resolve(file)));
            int found = 0;
            while (option.find()) {
                found++;
                assertThat(page).contains("| `" + option.group(1) + "` | " + option.group(2) + " |");
            }
            assertThat(found).as("options of " + file).isPositive();
        }
    }

    @Test
    void theBytesOfCardsAreTheDefaultOfANode() throws IOException {
        assertThat(page)
                .contains("| `--cards-bytes-max` | " + CardSettings.USUAL_BYTES_MAX + " |")
                .contains(String.format(
                        Locale.ROOT, "leave %,d bytes of each heap for cards", CardSettings.USUAL_BYTES_MAX));
        assertThat(Files.readString(ROOT.resolve("infra/deploy/hotlane/values.yaml")))
                .contains("cardsBytesMax: " + CardSettings.USUAL_BYTES_MAX + "\n");
    }

    @Test
    void tellsEveryExitCode() {
        for (ExitCode code : ExitCode.values()) {
            assertThat(page).contains("| " + code.number() + " | " + code + " |");
        }
    }
}
