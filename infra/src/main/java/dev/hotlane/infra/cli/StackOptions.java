package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.NoCloneException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The dev stack of a command: a picocli mixin. {@link Settings} reads the directory before options are parsed. */
public final class StackOptions {
    static final String DIRECTORY = "--stack-directory";

    @Option(
            names = DIRECTORY,
            paramLabel = "DIR",
            description = "Where the dev stack has its data and logs; default: .hotlane of the clone, if this is one.")
    private Path directory;

    /** The stack's directory, absolute. Throws {@link NoCloneException} if none is given and this is no clone. */
    public Path directory() {
        Path given = directory == null ? HotlaneHome.find(System.getenv()).stackDirectory() : directory;
        return given.toAbsolutePath().normalize();
    }

    /** What to do about brokers or a database that no option names, to follow "give ... or ...". */
    String otherwise() {
        return directory == null ? "" : ", or start `./hotlane dev`, or say with " + DIRECTORY + " where one runs";
    }

    /** Where no stack runs, to follow "No brokers are named". */
    String nowhere() {
        return directory == null ? "" : " and no dev stack runs in " + directory();
    }
}
