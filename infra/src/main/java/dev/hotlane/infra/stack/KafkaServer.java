package dev.hotlane.infra.stack;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * One Kafka broker and controller (KRaft) in a child JVM. It keeps its port, its data and its cluster id through any
 * number of kills and restarts. Safe to use from any thread; calls wait until the broker serves or has ended.
 */
public final class KafkaServer extends ChildServer {

    // It serves after 2 s; on two cores with thirty other busy processes a minute was once not enough.
    static final Duration READY_PATIENCE = Duration.ofSeconds(180);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);
    private static final int ASK_MILLIS = 2_000;

    // Enough for the index and network buffers of a one-partition log; measured under the load test.
    private static final String HEAP = "512m";

    private final DevStackSettings settings;
    private final Path directory;
    private final int port;
    private final int controllerPort;

    /** Null: a flag of others may name another class path, so its classes may come from elsewhere. */
    private ClassArchive classes;

    KafkaServer(DevStackSettings settings, int port, int controllerPort) {
        super(STOP_PATIENCE);
        this.settings = settings;
        this.directory = settings.directory().resolve("kafka");
        this.port = port;
        this.controllerPort = controllerPort;
    }

    /** The address for clients, `127.0.0.1:port`. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    @Override
    ChildProcess launch() {
        Path properties = writeProperties();
        KafkaStorage.formatOnce(settings.home(), properties, dataDirectory());
        Path jars = settings.home().kafkaJars();
        boolean ours = settings.kafkaFlags().stream().allMatch(flag -> flag.startsWith("-XX:"));
        classes = ours ? ClassArchive.of(jars, directory) : null;
        // G1 as in Kafka's own scripts: with the serial collector the broker stood still for 2 % of the time.
        return Jvm.of("kafka.Kafka", properties.toString())
                .flags("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20")
                .flags("-XX:InitiatingHeapOccupancyPercent=35")
                .flags("-Dlog4j2.configurationFile=" + settings.home().kafkaLogSettings("broker"))
                .classPath(jars + "/*")
                .flags(settings.kafkaFlags())
                .flags(ours ? classes.flags() : List.of())
                .start("kafka", directory);
    }

    /** Ends it before its data is deleted: at once, or in order if its JVM has an archive of classes to write. */
    void discard() {
        if (classes != null && classes.isMissing()) {
            stop();
        } else {
            kill9();
        }
    }

    @Override
    void ended(ChildProcess child) {
        if (classes != null) {
            classes.keep(child.exitCode());
        }
    }

    @Override
    void awaitServing(ChildProcess child) {
        child.awaitReady(() -> Ports.accepts(port), READY_PATIENCE);
        try (Admin admin = Admin.create(KafkaConnection.to(bootstrapServers()).client(Map.of()))) {
            child.awaitReady(() -> hasMember(admin), READY_PATIENCE);
        }
    }

    private Path dataDirectory() {
        return directory.resolve("data");
    }

    /** Whether the controller has admitted a broker. */
    static boolean hasMember(Admin admin) {
        try {
            DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs(ASK_MILLIS);
            return !admin.describeCluster(options)
                    .nodes()
                    .get(ASK_MILLIS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while the broker started.", e);
        }
    }

    private Path writeProperties() {
        Properties properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort),
                Map.entry("advertised.listeners", "PLAINTEXT://" + bootstrapServers()),
                Map.entry("controller.listener.names", "CONTROLLER"),
                // A fixed voter, not a discovered one: its port may change from run to run.
                Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controllerPort),
                Map.entry("log.dirs", dataDirectory().toString())));
        properties.putAll(ONE_BROKER_ON_TWO_CORES);
        settings.kafkaProperties()
                .forEach((key, value) -> properties.put(
                        key, value.replace("${port}", "" + port).replace("${controllerPort}", "" + controllerPort)));
        Path file = directory.resolve("server.properties");
        try {
            Files.createDirectories(directory);
            try (Writer writer = Files.newBufferedWriter(file)) {
                properties.store(writer, "Written at every start of the dev stack.");
            }
        } catch (IOException e) {
            throw new StackException(file + " could not be written: " + e.getMessage(), e);
        }
        return file;
    }

    /** The properties of a broker, wherever it runs, that is alone in its cluster. */
    static final Map<String, String> ONE_BROKER_ON_TWO_CORES = Map.ofEntries(
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // A killed broker is admitted again only after its old session has ended; the default is 9 s.
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "200"),
            Map.entry("controller.quorum.election.timeout.ms", "200"),
            Map.entry("controller.quorum.fetch.timeout.ms", "400"),
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("log.cleaner.dedupe.buffer.size", "16777216"));
}
