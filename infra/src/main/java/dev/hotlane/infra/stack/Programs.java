package dev.hotlane.infra.stack;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that are installed on this machine. Any thread. */
public final class Programs {
    // Servers stand there, and the PATH of an account without rights may lack it.
    private static final String SERVERS = "/usr/sbin";

    private Programs() {}

    /** A program by its name, if the PATH or /usr/sbin has it. */
    public static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of(SERVERS))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
