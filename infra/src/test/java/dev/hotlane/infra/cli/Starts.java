package dev.hotlane.infra.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Starts of roles in a directory, where neither Kafka nor MySQL is. One thread. */
final class Starts {
    private static final List<String> NOWHERE =
            List.of("--kafka-bootstrap-servers=127.0.0.1:1", "--mysql-url=jdbc:mysql://127.0.0.1:1/none");

    private final Path directory;
    private final StringWriter err = new StringWriter();

    Starts(Path directory) {
        this.directory = directory;
    }

    /** The exit code of this command line. */
    int run(String... words) {
        err.getBuffer().setLength(0);
        CommandLine program = Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
        return program.setErr(new PrintWriter(err))
                .setOut(new PrintWriter(new StringWriter()))
                .execute(Stream.concat(Stream.of(words), NOWHERE.stream()).toArray(String[]::new));
    }

    /** What the last one printed to its error output. */
    String err() {
        return err.toString();
    }
}
