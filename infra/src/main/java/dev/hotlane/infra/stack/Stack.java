package dev.hotlane.infra.stack;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A running Kafka broker and a running MySQL server, wherever they run, whose addresses stay the same through kills and
 * restarts. Safe to use from any thread.
 */
public interface Stack extends AutoCloseable {

    /** The address for Kafka clients. */
    String bootstrapServers();

    /** The way to the broker. */
    default KafkaConnection connection() {
        return KafkaConnection.to(bootstrapServers());
    }

    /** The URL of a database of that name, which {@link #createDatabase} creates; `hotlane` always exists. */
    String jdbcUrl(String database);

    /** The URL of the database `hotlane`. */
    default String jdbcUrl() {
        return jdbcUrl("hotlane");
    }

    /** Creates the database if it does not exist. */
    default void createDatabase(String database) {
        try (Connection connection = DriverManager.getConnection(jdbcUrl(""), user(), password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS `" + database + "`");
        } catch (SQLException e) {
            throw new StackException("The database " + database + " could not be made: " + e.getMessage(), e);
        }
    }

    /** The MySQL account, which has all rights. */
    String user();

    /** The password of {@link #user()}. */
    String password();

    /** The broker, to be killed and restarted. */
    StackServer kafka();

    /** The database server, to be killed and restarted. */
    StackServer mysql();

    /** The directory with its state for other processes; its users may put their own files there. */
    Path directory();

    /** Stops both servers; a temporary stack leaves nothing behind. */
    @Override
    void close();
}
