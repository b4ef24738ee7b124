package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Console;
import dev.hotlane.infra.cli.PageCommand;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/guide.md, the example clients among them, print what the page shows below them. They run in
 * order, against one lane. {@code -Ddocs.write=true} writes their output into the page.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GuidePageTest {
    private static final Path PAGE = Path.of("../docs/guide.md");
    private static final boolean WRITE = Boolean.getBoolean("docs.write");

    @Test
    void commandsOfTheGuideDoWhatItSays(Lane lane, @TempDir Path directory) throws Exception {
        String page = Files.readString(PAGE);
        List<PageCommand> commands = PageCommand.of(page);
        assertThat(commands).hasSizeGreaterThan(25);
        Path examples = Files.createDirectories(directory.resolve("docs/examples"));
        for (String name : List.of("hotlane.py", "HotlaneClient.java")) {
            Files.copy(Path.of("../docs/examples").resolve(name), examples.resolve(name));
        }
        try (WholeLane on = WholeLane.withView(lane);
                Console console = new Console(lane.stack(), directory)) {
            int port = on.serveViewed().port();
            for (PageCommand command : commands) {
                String printed = console.run(command.command()
                        .replace("localhost:8080", "localhost:" + port)
                        .replace("HOTLANE_PORT=8080", "HOTLANE_PORT=" + port)
                        .replace("infra/target/lib/*", System.getProperty("java.class.path"))
                        .replace(
                                "./hotlane verify",
                                "HOTLANE_MYSQL_PASSWORD=" + lane.stack().password() + " ./hotlane verify --lane "
                                        + lane.name() + " --mysql-user "
                                        + lane.stack().user() + " --mysql-url '"
                                        + lane.jdbcUrl() + "'"));
                if (WRITE) {
                    page = page.replace(
                            command.text(), command.with(printed.endsWith("\n") ? printed : printed + "\n"));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(PageCommand.masked(printed))
                            .as(command.command())
                            .isEqualTo(PageCommand.masked(command.output()));
                }
            }
        }
    }
}
