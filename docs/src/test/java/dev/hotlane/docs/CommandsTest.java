package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.MoreCommands;
import dev.hotlane.infra.cli.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole program, every module's commands in it: texts of its help, and the launcher's table of modules. */
class CommandsTest {
    private static final Path LAUNCHER = Path.of("../hotlane");
    private static final Pattern ROW = Pattern.compile("(?m)^    ([a-z| -]+)\\) echo (\\w+) ;;$");

    @TempDir
    private Path directory;

    @Test
    void everyOptionOfEveryCommandIsDescribed() {
        assertThat(all(program()))
                .allSatisfy(command -> assertThat(command.getCommandSpec().options())
                        .as(command.getCommandName())
                        .allSatisfy(option -> assertThat(String.join(" ", option.description()))
                                .as(option.longestName())
                                .isNotBlank()));
    }

    @Test
    void theFirstLineOfEachDescriptionStandsAloneAsTheListOfCommandsShowsIt() {
        assertThat(all(program()))
                .hasSizeGreaterThan(20)
                .allSatisfy(command -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .as(command.getCommandSpec().qualifiedName())
                        .endsWith("."));
    }

    @Test
    void theLauncherSendsEachCommandToItsModule() throws IOException {
        Map<String, String> modules = new TreeMap<>();
        for (MoreCommands more : ServiceLoader.load(MoreCommands.class)) {
            String module = more.getClass().getPackageName().split("\\.")[2];
            more.commands().forEach(command -> modules.put(new CommandLine(command).getCommandName(), module));
        }
        Map<String, String> table = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(LAUNCHER));
        while (row.find()) {
            Stream.of(row.group(1).split(" \\| ")).forEach(command -> table.put(command, row.group(2)));
        }
        assertThat(modules).hasSizeGreaterThan(4).isEqualTo(table);
    }

    @Test
    void anInstallationRefusesTheCommandsOfThoseModules() throws IOException {
        String row = Files.readString(Path.of("../dist/src/main/launch/hotlane"))
                .lines()
                .filter(line -> line.startsWith("  test | "))
                .findFirst()
                .orElseThrow();
        List<String> refused = List.of(row.replace(")", "").strip().split(" \\| "));
        List<String> more = ServiceLoader.load(MoreCommands.class).stream()
                .flatMap(module -> module.get().commands().stream())
                .map(command -> new CommandLine(command).getCommandName())
                .toList();
        assertThat(refused).contains("test").containsAll(more).hasSize(more.size() + 1);
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandsTest::all));
    }

    private CommandLine program() {
        return Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
    }
}
