package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The stack in two containers of Testcontainers, set up as {@link DevStack} sets up its servers. Their ports on this
 * machine are leased: a container that is killed and started again gets its own back, which Docker alone doesn't see to.
 */
final class ContainerStack implements Stack {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int KAFKA_PORT = 9092;
    private static final int KAFKA_HEAP_MEGABYTES = 512;

    // Whether a server serves is asked in the same way after every start: see ContainerServer.
    private static final WaitStrategy NOTHING = new AbstractWaitStrategy() {
        @Override
        protected void waitUntilReady() {}
    };

    private final HotlaneHome home = HotlaneHome.find(System.getenv());
    private final PortLease kafkaPort = PortLease.prefer(0, home.cache());
    private final PortLease mysqlPort = PortLease.prefer(0, home.cache());
    private final KafkaContainer kafkaContainer = kafkaContainer(kafkaPort.port());
    private final MySQLContainer mysqlContainer = mysqlContainer(mysqlPort.port());
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    private final Path directory;
    private ContainerServer kafka;
    private ContainerServer mysql;

    private ContainerStack() {
        try {
            directory = Files.createTempDirectory("hotlane-containers-");
        } catch (IOException e) {
            throw new StackException("No temporary directory could be made: " + e.getMessage(), e);
        }
    }

    /** Whether a Docker answers here; one line tells if not. */
    static boolean possible() {
        return Docker.THERE;
    }

    /** Starts both containers and returns when both serve. */
    static ContainerStack start() {
        ContainerStack stack = new ContainerStack();
        try {
            CompletableFuture<Void> kafka = CompletableFuture.runAsync(stack.kafkaContainer::start);
            stack.mysqlContainer.start();
            kafka.join();
            stack.kafka = new ContainerServer(stack.kafkaContainer, () -> KafkaServer.hasMember(stack.admin));
            stack.mysql = new ContainerServer(stack.mysqlContainer, () -> MySqlServer.answers(stack.mysqlPort.port()));
            stack.kafka.awaitServing();
            stack.mysql.awaitServing();
            stack.allowAll();
            new StackState(
                            ProcessHandle.current().pid(),
                            stack.kafkaPort.port(),
                            stack.mysqlPort.port(),
                            stack.bootstrapServers(),
                            stack.jdbcUrl())
                    .write(stack.directory);
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private static KafkaContainer kafkaContainer(int port) {
        KafkaContainer container = new KafkaContainer(image("kafka", "apache/kafka", "4.3.1"))
                // Not by the starter script of Testcontainers: the port is known, and SIGTERM reaches the broker.
                .withCommand("/etc/kafka/docker/run")
                .withEnv(
                        "KAFKA_ADVERTISED_LISTENERS",
                        "PLAINTEXT://" + LOOPBACK + ":" + port + ",BROKER://localhost:9093")
                .withEnv("KAFKA_HEAP_OPTS", "-Xms128m -Xmx" + KAFKA_HEAP_MEGABYTES + "m -XX:+UseSerialGC")
                .withEnv("CLUSTER_ID", Uuid.randomUuid().toString())
                .waitingFor(NOTHING);
        KafkaServer.ONE_BROKER_ON_TWO_CORES.forEach((key, value) ->
                container.addEnv("KAFKA_" + key.replace('.', '_').toUpperCase(Locale.ROOT), value));
        return at(port, KAFKA_PORT, container);
    }

    private static MySQLContainer mysqlContainer(int port) {
        MySQLContainer container = new MySQLContainer(image("mysql", "mysql", "8.0.33"))
                .withUsername(MySqlServer.USER)
                .withPassword(MySqlServer.PASSWORD)
                .withDatabaseName("hotlane");
        container.setCommand(MySqlServer.ONE_WRITER.toArray(String[]::new));
        return at(port, MySQLContainer.MYSQL_PORT, container);
    }

    private static <C extends GenericContainer<?>> C at(int port, int inside, C container) {
        container.setPortBindings(List.of(LOOPBACK + ":" + port + ":" + inside));
        container.withStartupTimeout(Duration.ofMinutes(2));
        return container;
    }

    /** The official image, or what -Dhotlane.image.kafka or .mysql names. */
    private static DockerImageName image(String server, String official, String version) {
        String name = System.getProperty("hotlane.image." + server, "");
        return DockerImageName.parse(name.isBlank() ? official + ":" + version : name)
                .asCompatibleSubstituteFor(official);
    }

    // The image gives the account one database only; its root has the same password.
    private void allowAll() {
        try (var connection = DriverManager.getConnection(jdbcUrl(""), "root", password());
                var statement = connection.createStatement()) {
            statement.execute("GRANT ALL ON *.* TO '" + user() + "'@'%' WITH GRANT OPTION");
        } catch (SQLException e) {
            throw new StackException("The account " + user() + " could not be given all rights: " + e.getMessage(), e);
        }
    }

    @Override
    public String bootstrapServers() {
        return LOOPBACK + ":" + kafkaPort.port();
    }

    @Override
    public String jdbcUrl(String database) {
        return MySqlServer.jdbcUrl(mysqlPort.port(), database);
    }

    @Override
    public String user() {
        return MySqlServer.USER;
    }

    @Override
    public String password() {
        return MySqlServer.PASSWORD;
    }

    @Override
    public StackServer kafka() {
        return kafka;
    }

    @Override
    public StackServer mysql() {
        return mysql;
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        kafkaContainer.stop();
        mysqlContainer.stop();
        kafkaPort.close();
        mysqlPort.close();
        try {
            Trees.delete(directory);
        } catch (IOException e) {
            throw new StackException(directory + " could not be deleted: " + e.getMessage(), e);
        }
    }

    /** Asked once: without a Docker the answer takes a while. */
    private static final class Docker {
        static final boolean THERE = DockerClientFactory.instance().isDockerAvailable();

        static {
            if (!THERE) {
                System.err.println(
                        "No Docker answers here (does `docker info`?): the tests run on the embedded stack.");
            }
        }
    }
}
