package dev.hotlane.infra.cli;

import dev.hotlane.infra.rules.RunningProcessors;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a command that reads the pages of running processors: a picocli mixin. */
public final class PageOptions {
    @Option(
            names = "--processors",
            paramLabel = "URLS",
            split = ",",
            description = "Addresses of all processors' own pages, such as https://10.0.0.5:8081, separated by commas;"
                    + " another formatVersion needs them.")
    private List<String> processors = List.of();

    /** A key of a principal that may observe. */
    @Mixin
    private CallerOptions caller;

    /** The processors and the way there; throws a usage error, or TlsFileException for a bad file. */
    RunningProcessors processors(CommandSpec command) {
        return new RunningProcessors(processors, caller.tls(), caller.key(command));
    }
}
