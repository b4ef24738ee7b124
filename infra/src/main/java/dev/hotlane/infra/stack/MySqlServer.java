package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One MySQL server as a child process. It keeps its port and its data through any number of kills and restarts. Safe to
 * use from any thread; calls wait until the server answers or has ended.
 */
public final class MySqlServer extends ChildServer {

    /** The account of the stack: all rights, a public password, loopback only. */
    public static final String USER = "hotlane";

    /** The password of {@link #USER}. */
    public static final String PASSWORD = "hotlane";

    private static final Duration INITIALIZE_PATIENCE = Duration.ofSeconds(120);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    /** The flags of a server, wherever it runs, that one flusher writes to. */
    static final List<String> ONE_WRITER = List.of(
            "--mysqlx=OFF",
            "--skip-log-bin",
            "--performance-schema=OFF",
            "--default-time-zone=+00:00",
            "--max-connections=300",
            "--max-allowed-packet=64M",
            "--innodb-buffer-pool-size=512M",
            "--innodb-redo-log-capacity=512M",
            // Threads of their own for the redo log cost few writers more wake-ups than they save.
            "--innodb-log-writer-threads=OFF",
            "--innodb-flush-log-at-trx-commit=1");

    private final DevStackSettings settings;
    private final Path directory;
    private final int port;

    MySqlServer(DevStackSettings settings, int port) {
        super(STOP_PATIENCE);
        this.settings = settings;
        this.directory = settings.directory().resolve("mysql");
        this.port = port;
    }

    /** The URL of a database of this server; `hotlane` always exists. */
    public String jdbcUrl(String database) {
        return jdbcUrl(port, database);
    }

    /** The URL of a database behind that port of this machine: in clear text, as to the broker, and with driver options. */
    public static String jdbcUrl(int port, String database) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + database + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    ChildProcess launch() {
        Path installation = settings.mysqlHome().orElseGet(() -> MySqlDistribution.unpackedOnce(settings.home()));
        initializeOnce(installation);
        return ChildProcess.start("mysql", directory, command(installation, dataDirectory()));
    }

    @Override
    void awaitServing(ChildProcess child) {
        child.awaitReady(() -> answers(port), KafkaServer.READY_PATIENCE);
    }

    /** Whether the MySQL server at that port of this machine answers. */
    static boolean answers(int port) {
        // A bare socket first: the driver is slow and logs much if the port is closed.
        if (!Ports.accepts(port)) {
            return false;
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl(port, ""), USER, PASSWORD)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private Path dataDirectory() {
        return directory.resolve("data");
    }

    private void initializeOnce(Path installation) {
        if (Files.isDirectory(dataDirectory())) {
            return;
        }
        Path template = settings.home().cache().resolve(installation.getFileName() + "-empty");
        Trees.makeOnce(template, partial -> initialize(installation, partial));
        try {
            Files.createDirectories(directory);
            Trees.make(dataDirectory(), partial -> Trees.copy(template, partial));
        } catch (IOException | UncheckedIOException e) {
            throw new StackException(
                    dataDirectory() + " could not be made from " + template + ": " + e.getMessage(), e);
        }
    }

    private void initialize(Path installation, Path result) {
        try {
            Path work = Files.createDirectories(result.resolveSibling(result.getFileName() + ".work"));
            Path data = work.resolve("data");
            Trees.delete(data);
            Path sql = Files.writeString(work.resolve("account.sql"), """
                    CREATE USER '%1$s'@'%%' IDENTIFIED BY '%2$s';
                    GRANT ALL ON *.* TO '%1$s'@'%%' WITH GRANT OPTION;
                    CREATE DATABASE hotlane;
                    """.formatted(USER, PASSWORD));
            List<String> command = new ArrayList<>(command(installation, data));
            // The smallest redo log, as every new stack copies it; a server resizes it at its start.
            command.addAll(
                    List.of("--initialize-insecure", "--init-file=" + sql, "--innodb-redo-log-capacity=8388608"));
            ChildProcess tool = ChildProcess.start("initialize", work, command);
            if (!tool.awaitExit(INITIALIZE_PATIENCE) || tool.exitCode() != 0) {
                tool.kill9();
                throw new StackException("Initializing the MySQL data directory failed. " + tool.tail());
            }
            // A server without this file creates its own identity.
            Files.deleteIfExists(data.resolve("auto.cnf"));
            Trees.copy(data, result);
            Trees.delete(work);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command(Path installation, Path data) {
        List<String> command = new ArrayList<>(List.of(
                installation.resolve("bin/mysqld").toString(),
                "--no-defaults",
                "--basedir=" + installation,
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                // Relative to the data directory: a long path would exceed a socket's address.
                "--socket=mysql.sock",
                "--pid-file=mysql.own.pid"));
        command.addAll(ONE_WRITER);
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        command.addAll(settings.mysqlFlags());
        return command;
    }
}
