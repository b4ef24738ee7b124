package dev.hotlane.dist;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Words of a command as the program reads them. No state. */
final class ProgramWords {
    private ProgramWords() {}

    /** Throws what the program reports for a word or a variable that it does not have. {@code directory} has no settings. */
    static ParseResult parsed(List<String> words, Map<String, String> environment, Path directory) {
        String[] all = words.toArray(String[]::new);
        CommandLine program = Hotlane.commandLine(Settings.read(all, environment, directory, directory));
        ParseResult result = program.parseArgs(all);
        while (result.hasSubcommand()) {
            result = result.subcommand();
        }
        return result;
    }
}
