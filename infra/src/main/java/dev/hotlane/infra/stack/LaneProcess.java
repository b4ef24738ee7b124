package dev.hotlane.infra.stack;

import dev.hotlane.processor.status.ProcessorStatus.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A processor or a node in its own JVM, which can be killed and started again. Any thread. Its log is {@code name.log}
 * of the stack's directory, its pid is in {@code name.pid}.
 */
public final class LaneProcess {
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);
    // The first one in the page; the state's follows.
    private static final Pattern EPOCH = Pattern.compile("\"epoch\":(\\d+)");
    private static final Pattern ROLE = Pattern.compile("\"role\":\"([a-z]+)\"");

    private final Stack stack;
    private final String lane;
    private final String name;
    private final LocalPages pages = new LocalPages(Ports.free(), ANSWER_MAX);
    private final List<String> jvmFlags;
    private String bootstrapServers;
    private String jdbcUrl;
    private List<String> options = List.of();
    private int gatewayPort;
    private List<String> gatewayOptions = List.of();
    private ChildProcess process;

    /** The only processor of a lane; not started yet. A free port for its own pages stays the same through restarts. */
    public LaneProcess(Stack stack, String lane, List<String> jvmFlags) {
        this(stack, lane, "processor", jvmFlags);
    }

    /** One of several processors of a lane. */
    public LaneProcess(Stack stack, String lane, String name, List<String> jvmFlags) {
        this.stack = stack;
        this.lane = lane;
        this.name = name;
        this.jvmFlags = List.copyOf(jvmFlags);
        bootstrapServers = stack.bootstrapServers();
        jdbcUrl = stack.jdbcUrl();
    }

    /**
     * From its next start on it is a node: its gateway listens on this port and has these options, its own reply
     * partition among them.
     */
    public synchronized LaneProcess asNode(int port, List<String> itsOptions) {
        gatewayPort = port;
        gatewayOptions = List.copyOf(itsOptions);
        return this;
    }

    /** The address of a node's gateway, such as {@code http://127.0.0.1:8080}. */
    public synchronized String gateway() {
        return (endsTls() ? "https" : "http") + "://127.0.0.1:" + gatewayPort;
    }

    /** The address of its processor's own port, such as {@code http://127.0.0.1:8081}; the same through restarts. */
    public String figures() {
        return pages.url();
    }

    private boolean endsTls() {
        return gatewayOptions.stream().anyMatch(option -> option.startsWith("--gateway-tls-cert"));
    }

    /** From its next start on it connects to these addresses: another database, or a proxy. */
    public synchronized LaneProcess by(String kafka, String mysql) {
        bootstrapServers = kafka;
        jdbcUrl = mysql;
        return this;
    }

    /** From its next start on it gets these options, after the usual ones. */
    public synchronized LaneProcess with(String... more) {
        options = List.of(more);
        return this;
    }

    /** Its name in logs. */
    public String name() {
        return name;
    }

    /** Starts it; returns at once. */
    public synchronized void start() {
        Path directory = stack.directory();
        boolean node = gatewayPort != 0;
        Jvm jvm = Jvm.hotlane(node ? "node" : "processor", "--lane=" + lane)
                .words(List.of(
                        "--kafka-bootstrap-servers=" + bootstrapServers,
                        "--mysql-url=" + jdbcUrl,
                        "--mysql-user=" + stack.user(),
                        "--processor-http-port=" + pages.port(),
                        "--processor-directory=" + directory))
                .words(node ? List.of("--gateway-port=" + gatewayPort) : List.of())
                .words(gatewayOptions)
                .words(options)
                .flags("-XX:+UseTransparentHugePages")
                .flags(node ? List.of(Jvm.WARM_UP_SOON) : List.of())
                .flags(jvmFlags)
                .variable("HOTLANE_MYSQL_PASSWORD", stack.password())
                // No balancer looks at a stack's node.
                .variable("HOTLANE_GATEWAY_LEAVE_MS", "0");
        process = jvm.start(name, directory);
    }

    /**
     * Waits until it leads and, a node, its gateway is open; throws with its log, and with advice, if it ends before.
     */
    public void awaitReady() {
        ChildProcess child = process();
        try {
            child.awaitReady(() -> leads() && serves(), START_MAX);
        } catch (StackException e) {
            throw child.isAlive() ? e : new StackException(Ending.of(child).advice() + e.getMessage(), e);
        }
    }

    /** SIGKILL. */
    public void kill9() {
        process().kill9();
    }

    /** SIGTERM: it resigns, flushes and ends; returns when it has ended. */
    public void stop() {
        ChildProcess child = process();
        if (child != null && child.isAlive()) {
            child.stop(STOP_MAX);
        }
    }

    /** Throws with its log's tail, and with advice, if it has ended. */
    public void requireAlive() {
        ChildProcess child = process();
        if (!child.isAlive()) {
            Ending ending = Ending.of(child);
            throw new StackException(name + " ended " + ending + ". " + ending.advice() + child.tail());
        }
    }

    /** Whether its JVM runs, or is suspended by a SIGSTOP. */
    public boolean isAlive() {
        ChildProcess child = process();
        return child != null && child.isAlive();
    }

    /** The child process of its present or last run, for signals, its exit code and its log; null before the first. */
    public synchronized ChildProcess process() {
        return process;
    }

    /** Whether it leads and replies. */
    public boolean leads() {
        return pages.ready();
    }

    /** Whether the gateway of a node serves, which it does after its warm-up; true of a processor. */
    public boolean serves() {
        int port;
        boolean tls;
        synchronized (this) {
            port = gatewayPort;
            tls = endsTls();
        }
        // The certificate's names are unknown here: the processor's own port reports the gateway too.
        return port == 0 || (tls ? pages.selfReady() : new LocalPages(port, ANSWER_MAX).ready());
    }

    /** Its role as it reports it; empty while it reports none. */
    public Optional<Role> role() {
        return reported(ROLE).map(role -> Role.valueOf(role.toUpperCase(Locale.ROOT)));
    }

    /** The epoch it leads, or led last; 0 if it never led or reports none. */
    public long epoch() {
        return reported(EPOCH).map(Long::parseLong).orElse(0L);
    }

    private Optional<String> reported(Pattern field) {
        return pages.status().map(field::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    /** Its status as JSON, null while it reports none. */
    public String status() {
        return pages.status().orElse(null);
    }
}
