package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.process.Build;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HotlaneTest {

    @TempDir
    Path directory;

    @Test
    void everyOptionOfEveryCommandIsDescribed() {
        program()
                .getSubcommands()
                .values()
                .forEach(command -> assertThat(command.getCommandSpec().options())
                        .as(command.getCommandName())
                        .allSatisfy(option -> assertThat(description(option))
                                .as(option.longestName())
                                .isNotBlank()));
    }

    @Test
    void anUnknownCommandIsRefusedWithAWayOut() {
        StringWriter err = new StringWriter();
        CommandLine program = program().setErr(new PrintWriter(err));

        assertThat(program.execute("gatewya")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("gatewya").contains("hotlane --help");
    }

    @Test
    void namesItsVersionAndCommit() {
        StringWriter out = new StringWriter();
        program().setOut(new PrintWriter(out)).execute("--version");
        assertThat(out.toString().strip()).isEqualTo("hotlane " + Build.THIS);
    }

    @Test
    void anUnknownToolIsRefusedWithTheListOfTools() {
        StringWriter err = new StringWriter();
        CommandLine program = program().setErr(new PrintWriter(err));

        assertThat(program.execute("kafka", "topic")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("No tool is called topic").contains("console-consumer, ");
    }

    @Test
    void theFirstLineOfEachDescriptionStandsAloneAsTheListOfCommandsShowsIt() {
        assertThat(all(program()))
                .hasSizeGreaterThan(10)
                .allSatisfy(command -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .as(command.getCommandSpec().qualifiedName())
                        .endsWith("."));
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HotlaneTest::all));
    }

    private CommandLine program() {
        return Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
    }

    private static String description(OptionSpec option) {
        return String.join(" ", option.description());
    }
}
