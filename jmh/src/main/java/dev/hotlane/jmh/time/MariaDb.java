package dev.hotlane.jmh.time;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A MariaDB of its own as a child process, where its server is installed; never the system's. Any thread. */
final class MariaDb implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String ACCOUNT = "hotlane";
    private static final String DATABASE = "bench";

    private final ChildProcess process;
    private final Path data;
    private final int port;

    private MariaDb(ChildProcess process, Path data, int port) {
        this.process = process;
        this.data = data;
        this.port = port;
    }

    /** Why it can't run here; empty if it can. */
    static String lacks() {
        for (String program : List.of("mariadbd", "mariadb-install-db")) {
            if (Programs.find(program).isEmpty()) {
                return program + " is not installed (Debian: mariadb-server)";
            }
        }
        return "";
    }

    /** What the server says of itself. */
    static String version() {
        return Finished.output(PATIENCE, program("mariadbd"), "--no-defaults", "--version");
    }

    private static String program(String name) {
        return Programs.find(name).orElseThrow().toString();
    }

    /** Makes an empty database and starts a server on it, with the settings that the lane's MySQL has. */
    static MariaDb start(Path under) throws IOException {
        Path directory = Files.createDirectories(under.resolve("mariadb"));
        Path data = directory.resolve("data");
        List<String> install = new ArrayList<>(List.of(
                program("mariadb-install-db"),
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db"));
        String user = System.getProperty("user.name");
        install.add("--user=" + user);
        Finished.output(PATIENCE, install.toArray(String[]::new));
        Path account = Files.writeString(
                directory.resolve("account.sql"),
                String.format(
                        "CREATE OR REPLACE USER '%1$s'@'%%' IDENTIFIED BY '%1$s';%n"
                                + "GRANT ALL ON *.* TO '%1$s'@'%%';%nCREATE DATABASE IF NOT EXISTS %2$s;%n",
                        ACCOUNT, DATABASE));
        int port = Ports.free();
        ChildProcess process = ChildProcess.start(
                "mariadb",
                directory,
                List.of(
                        program("mariadbd"),
                        "--no-defaults",
                        "--user=" + user,
                        "--datadir=" + data,
                        "--socket=" + directory.resolve("s"),
                        "--pid-file=" + directory.resolve("server.pid"),
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--init-file=" + account,
                        "--skip-log-bin",
                        "--skip-name-resolve",
                        "--default-time-zone=+00:00",
                        "--max-allowed-packet=64M",
                        "--innodb-buffer-pool-size=512M",
                        "--innodb-log-file-size=512M",
                        "--innodb-flush-log-at-trx-commit=1"));
        MariaDb server = new MariaDb(process, data, port);
        process.awaitReady(server::answers, PATIENCE);
        return server;
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** A connection whose batches of updates go as one text of many statements. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/" + DATABASE
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&rewriteBatchedStatements=true&allowMultiQueries=true",
                ACCOUNT,
                ACCOUNT);
    }

    /** Bytes of a table's file. */
    long bytes(String table) throws IOException {
        return Files.size(data.resolve(DATABASE).resolve(table + ".ibd"));
    }

    @Override
    public void close() {
        process.kill9();
    }
}
