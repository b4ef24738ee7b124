package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Where contestants of one pass stand: a stack, and a way to its MySQL.
 *
 * @param stack broker and database, shared by all
 * @param mysqlPort of the database, or of the delay in front of it
 * @param pass tells this pass's databases and lanes from another's
 * @param answerMax after which a peer answers that it was too busy
 */
record RivalServers(Stack stack, int mysqlPort, String pass, Duration answerMax) {
    static final Duration READY_MAX = Duration.ofSeconds(120);

    /** Makes a database for the contestant of that code; gives its URL by way of that port. */
    String database(String code) {
        stack.createDatabase(name(code));
        return jdbcUrl(code);
    }

    /** The URL of a database that is there, or will be. */
    String jdbcUrl(String code) {
        return MySqlServer.jdbcUrl(mysqlPort, name(code));
    }

    private String name(String code) {
        return "compare_" + code.replace('-', '_') + "_" + pass;
    }

    /** Starts a JVM on this class path with a directory of its own, by which it is known as ours. */
    ChildProcess jvm(String name, String main, String... arguments) throws IOException {
        Path directory =
                Files.createDirectories(stack.directory().resolve("compare").resolve(name + "-" + pass));
        List<String> command = new ArrayList<>(Jvm.command());
        command.addAll(Jvm.SELDOM_STOPPED);
        command.addAll(List.of(
                "-Xshare:auto",
                Jvm.WARM_UP_SOON,
                "-Djava.io.tmpdir=" + directory,
                "-XX:ErrorFile=" + directory.resolve("crash-%p.log"),
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(Arrays.asList(arguments));
        return ChildProcess.start(name, directory, command, Map.of("HOTLANE_MYSQL_PASSWORD", stack.password()));
    }
}
