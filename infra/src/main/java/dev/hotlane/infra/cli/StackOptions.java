package dev.hotlane.infra.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The dev stack of a command: a picocli mixin. {@link Settings} reads the directory before options are parsed. */
public final class StackOptions {
    static final String DIRECTORY = "--stack-directory";

    @Option(
            names = DIRECTORY,
            paramLabel = "DIR",
            description = "Where the dev stack has its data and logs; default: .hotlane of the clone.")
    private Path directory;

    /** The stack's directory, absolute. */
    public Path directory() {
        return directory.toAbsolutePath().normalize();
    }
}
