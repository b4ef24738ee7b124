package dev.hotlane.proof.lane;

import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.proof.faults.scene.SecureStack;
import dev.hotlane.protocol.HeapShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A lane on a broker with TLS, SASL and ACLs; every process is a JVM with an account of its own. One thread. */
final class SecuredLane implements AutoCloseable {
    static final String LANE = "secured";

    /** A node's JVM is small, too. */
    private static final long CARDS_BYTES_MAX = 16L << 20;

    private static final Duration START_MAX = Duration.ofSeconds(90);

    final SecureStack secure = SecureStack.start();
    private final Map<AccountRole, Path> files = new EnumMap<>(AccountRole.class);
    private final List<ChildProcess> children = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private int started;
    private String javaOptions = "";

    /** Makes topics, users and, by `hotlane acls --yes`, all ACLs. */
    SecuredLane() {
        secure.createDatabase(LANE);
        WantedTopics wanted = WantedTopics.of(LANE, 3).withView(true).withCards(true);
        HeapShare share = new HeapShare(true, CARDS_BYTES_MAX);
        Topics.ensure(secure.connection(), wanted, 0, LaneRules.fit(7, Jvm.SMALL, share));
        for (AccountRole role : AccountRole.values()) {
            files.put(role, secure.account(LANE + "-" + role.word()));
        }
        grant();
    }

    /** Creates the ACLs that are missing. */
    void grant() {
        Run acls = run("acls", "--yes", "--kafka-bootstrap-servers=" + secure.bootstrapServers());
        if (acls.code() != 0) {
            throw new IllegalStateException(acls.printed());
        }
    }

    /** Processes that start from now on get this flag, as operators of stock tools give it. */
    SecuredLane allowing(String flag) {
        javaOptions = flag;
        return this;
    }

    /** The file of client settings of that role's account. */
    Path file(AccountRole role) {
        return files.get(role);
    }

    /** What a command printed, to both outputs, and its exit code. */
    record Run(int code, String printed) {}

    /** Runs a command of the program to its end. */
    Run run(String command, String... words) {
        ChildProcess child = start(command, words);
        if (!child.awaitExit(START_MAX)) {
            child.kill9();
        }
        return new Run(child.exitCode(), child.tail());
    }

    /** Runs a command under the account of that role. */
    Run run(AccountRole role, String command, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--kafka-config=" + file(role));
        return run(command, all.toArray(String[]::new));
    }

    /** Starts a command in a JVM of its own. */
    ChildProcess start(String command, String... words) {
        Path directory = secure.directory().resolve(LANE + "-" + command + started++);
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ChildProcess child = Jvm.hotlane(command)
                .words(List.of(words))
                .words(command.equals("kafka") ? List.of() : List.of("--lane=" + LANE))
                .flags(Jvm.SMALL)
                .variable("HOTLANE_MYSQL_PASSWORD", secure.password())
                .variable("JDK_JAVA_OPTIONS", javaOptions)
                .start(command, directory);
        children.add(child);
        logs.add(directory.resolve(command + ".log"));
        return child;
    }

    /** The options by which a command reaches the lane's database. */
    List<String> mysql() {
        return List.of("--mysql-url=" + secure.jdbcUrl(LANE), "--mysql-user=" + secure.user());
    }

    /** A serving process: its pages, and the gateway's port if it has one. */
    record Serving(ChildProcess child, LocalPages pages, int gatewayPort) {
        Serving await() {
            child.awaitReady(pages::ready, START_MAX);
            return this;
        }
    }

    /** A processor with a view. */
    Serving processor(Path kafka) {
        int port = Ports.free();
        List<String> words = new ArrayList<>(mysql());
        words.addAll(List.of("--kafka-config=" + kafka, "--processor-http-port=" + port, "--view"));
        return new Serving(start("processor", words.toArray(String[]::new)), pages(port), 0);
    }

    /** A gateway with a view and cards. */
    Serving gateway(Path kafka, int replyPartition) {
        int port = Ports.free();
        List<String> words = new ArrayList<>(mysql());
        words.addAll(List.of(
                "--kafka-config=" + kafka,
                "--gateway-port=" + port,
                "--gateway-admin-port=0",
                "--gateway-reply-partition=" + replyPartition,
                "--warm-up-max-ms=0",
                "--gateway-beat-age-max-ms=10000",
                "--view",
                "--cards=all"));
        return new Serving(start("gateway", words.toArray(String[]::new)), pages(port), port);
    }

    /** A node with a view and cards. */
    Serving node(Path kafka, int replyPartition) {
        int port = Ports.free();
        List<String> words = new ArrayList<>(mysql());
        words.addAll(List.of(
                "--kafka-config=" + kafka,
                "--gateway-port=" + port,
                "--processor-http-port=" + Ports.free(),
                "--gateway-reply-partition=" + replyPartition,
                "--warm-up-max-ms=0",
                "--gateway-beat-age-max-ms=10000",
                "--view",
                "--cards=all",
                "--cards-bytes-max=" + CARDS_BYTES_MAX));
        return new Serving(start("node", words.toArray(String[]::new)), pages(port), port);
    }

    private static LocalPages pages(int port) {
        return new LocalPages(port, Duration.ofSeconds(10));
    }

    /** All that the processes printed, from the first line on. */
    String printed() {
        StringBuilder all = new StringBuilder();
        try {
            for (Path log : logs) {
                all.append(Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString();
    }

    @Override
    public void close() {
        children.stream().filter(ChildProcess::isAlive).forEach(ChildProcess::kill9);
        secure.close();
    }
}
