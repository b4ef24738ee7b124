package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

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
    private static final Duration PAGE_MAX = Duration.ofSeconds(1);

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

    /** Whether the server at that port says that it serves. */
    static boolean isReady(int port) {
        return new LocalPages(port, PAGE_MAX).ready();
    }

    /** Starts a JVM on this class path with a directory of its own, by which it is known as ours. */
    ChildProcess jvm(String name, String main, String... arguments) throws IOException {
        Path directory =
                Files.createDirectories(stack.directory().resolve("compare").resolve(name + "-" + pass));
        return Jvm.of(main, arguments)
                .flags(Jvm.SELDOM_STOPPED)
                .flags("-Xshare:auto", Jvm.WARM_UP_SOON, "-Djava.io.tmpdir=" + directory)
                .variable("HOTLANE_MYSQL_PASSWORD", stack.password())
                .start(name, directory);
    }
}
