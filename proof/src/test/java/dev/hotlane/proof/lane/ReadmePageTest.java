package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Console;
import dev.hotlane.infra.cli.PageCommand;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The calls of README.md, and the Kafka CLI's view of their records, print what the page shows, on a lane with TICKs.
 * {@code -Ddocs.write=true} writes their output into the page.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class ReadmePageTest {
    private static final Path PAGE = Path.of("../README.md");
    private static final boolean WRITE = Boolean.getBoolean("docs.write");
    private static final String RANGE = "--offset \\d+ --max-messages \\d+";

    @Test
    void callsOfTheReadmeAndTheLogOfThemAreAsPrinted(Lane lane, @TempDir Path directory) throws Exception {
        String page = Files.readString(PAGE);
        List<PageCommand> commands = PageCommand.of(page);
        assertThat(commands).hasSize(4);
        long first = -1;
        long last = -1;
        try (WholeLane on = new WholeLane(lane);
                Console console = new Console(lane.stack(), directory)) {
            int port = on.serve(WholeLane.PATIENT).port();
            for (PageCommand command : commands) {
                String range = "--offset " + first + " --max-messages " + (last - first + 1);
                String printed = console.run(command.command()
                        .replace("localhost:8080", "localhost:" + port)
                        .replace("hotlane.commands", lane.name() + ".commands")
                        .replaceAll(RANGE, range));
                if (WRITE) {
                    String exchange = command.with(printed.endsWith("\n") ? printed : printed + "\n");
                    page = page.replace(command.text(), exchange.replaceAll(RANGE, range));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(PageCommand.masked(printed))
                            .as(command.command())
                            .isEqualTo(PageCommand.masked(command.output()));
                }
                if (command.command().contains("curl")) {
                    last = new JsonObject(printed).getLong("offset");
                    first = first < 0 ? last : first;
                }
            }
        }
    }
}
