package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands of docs/operating.md about the log and compares what they print with what stands below them; with
 * {@code -Ddocs.write=true} writes it there instead. The page speaks of the lane `hotlane` and of two seconds; they are
 * exchanged for those of a {@link LivingLane}. One thread.
 */
final class LogPage {
    private static final Path PAGE = Path.of("../docs/operating.md");
    private static final String SECTION = "## Reading the log with the Kafka CLI\n";
    private static final Pattern TIME = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\dZ)");
    private static final boolean WRITE = Boolean.getBoolean("docs.write");

    private final Lane lane;
    private final LivingLane living;
    private final List<PageCommand> commands;
    private final String firstTime;
    private String page;

    LogPage(Lane lane, LivingLane living) throws IOException {
        this.lane = lane;
        this.living = living;
        page = Files.readString(PAGE);
        String section = page.substring(page.indexOf(SECTION));
        Matcher time = TIME.matcher(section);
        assertThat(time.find()).isTrue();
        firstTime = time.group().replace('T', ' ');
        String timed = timed(section);
        page = page.replace(section, timed);
        commands = PageCommand.of(timed);
    }

    /** With the two seconds of the living lane in place of those of the page; times of records have milliseconds. */
    private String timed(String text) {
        return TIME.matcher(text).replaceAll(found -> {
            Instant time = found.group().replace('T', ' ').equals(firstTime) ? living.from() : living.to();
            return time.toString().replace('T', found.group().charAt(10));
        });
    }

    /** Runs the commands of the section that are asked for, in order. */
    void run(Predicate<String> wanted, Path directory) throws Exception {
        List<PageCommand> asked = commands.stream()
                .filter(command -> wanted.test(command.command()))
                .toList();
        assertThat(asked).isNotEmpty();
        try (Console console = new Console(lane.stack(), directory)) {
            for (PageCommand command : asked) {
                String printed = console.run(line(command.command())).replace(lane.name() + ".", "hotlane.");
                if (WRITE) {
                    page = page.replace(command.text(), command.with(printed));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(PageCommand.masked(printed))
                            .as(command.command())
                            .isEqualTo(PageCommand.masked(command.output()));
                }
            }
        }
    }

    private String line(String command) {
        return command.replaceAll("hotlane\\.(commands|replies|flushed)", lane.name() + ".$1")
                .replace("HOST:PORT", lane.stack().bootstrapServers())
                .replace(
                        "protocol/target/",
                        Path.of("../protocol/target").toAbsolutePath().normalize() + "/")
                .replace("./hotlane log ", "./hotlane log --lane " + lane.name() + " ");
    }
}
