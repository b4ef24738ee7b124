package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The addresses of a started stack, in a file in its directory for other processes. The file stays when the stack
 * stops, so that the next run gets the same ports.
 *
 * @param owner the id of the process that runs the stack
 */
public record StackState(long owner, int kafkaPort, int mysqlPort, String bootstrapServers, String jdbcUrl) {

    static final String FILE = "stack.properties";

    /** The state of the stack that runs in the directory now; empty if none runs. */
    public static Optional<StackState> running(Path directory) {
        return read(directory).filter(state -> Ports.accepts(state.kafkaPort));
    }

    static Optional<StackState> read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (Reader reader = Files.newBufferedReader(file)) {
            Properties p = new Properties();
            p.load(reader);
            return Optional.of(new StackState(
                    Long.parseLong(p.getProperty("owner.pid")),
                    Integer.parseInt(p.getProperty("kafka.port")),
                    Integer.parseInt(p.getProperty("mysql.port")),
                    p.getProperty("kafka.bootstrap.servers"),
                    p.getProperty("mysql.url")));
        } catch (IOException | IllegalArgumentException e) {
            throw new StackException(
                    file + " is not what a stack writes (" + e.getMessage()
                            + "): delete it, or name another directory.",
                    e);
        }
    }

    void write(Path directory) {
        Properties p = new Properties();
        p.setProperty("owner.pid", Long.toString(owner));
        p.setProperty("kafka.port", Integer.toString(kafkaPort));
        p.setProperty("mysql.port", Integer.toString(mysqlPort));
        p.setProperty("kafka.bootstrap.servers", bootstrapServers);
        p.setProperty("mysql.url", jdbcUrl);
        try (Writer writer = Files.newBufferedWriter(directory.resolve(FILE))) {
            p.store(writer, "Written by a running dev stack.");
        } catch (IOException e) {
            throw new StackException("The state could not be written to " + directory + ": " + e.getMessage(), e);
        }
    }
}
