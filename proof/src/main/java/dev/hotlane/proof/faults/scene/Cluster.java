package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.stack.StackServer;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** A stack of three small brokers, each of them also a controller, and the usual database. Any one thread. */
public final class Cluster implements Stack {
    private static final int BROKERS = 3;
    private static final Duration FORMAT_MAX = Duration.ofSeconds(120);
    private static final int ASK_SECONDS = 5;

    private final DevStack usual;
    private final HotlaneHome home;
    private final List<Broker> brokers = new ArrayList<>();
    private final String bootstrapServers;

    private Cluster(DevStackSettings settings) {
        home = settings.home();
        usual = DevStack.start(settings);
        usual.kafka().stop();
        List<Integer> ports =
                IntStream.range(0, 2 * BROKERS).mapToObj(i -> Ports.free()).toList();
        String voters = IntStream.range(0, BROKERS)
                .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(BROKERS + i))
                .collect(Collectors.joining(","));
        String id = Uuid.randomUuid().toString();
        for (int i = 0; i < BROKERS; i++) {
            brokers.add(new Broker(i + 1, ports.get(i), ports.get(BROKERS + i), voters, id));
        }
        bootstrapServers = ports.subList(0, BROKERS).stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
    }

    /** Starts all servers. */
    public static Cluster start(DevStackSettings settings) {
        Cluster cluster = new Cluster(settings);
        cluster.kafka().start();
        return cluster;
    }

    /** One of the brokers; numbers begin at 1. */
    public Broker broker(int number) {
        return brokers.get(number - 1);
    }

    /** Number of the broker that now leads the topic's only partition. */
    public int leaderOf(String topic) {
        try (Admin admin = Admin.create(KafkaConnection.to(bootstrapServers).client(Map.of()))) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(ASK_SECONDS, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions()
                    .get(0)
                    .leader()
                    .id();
        } catch (Exception e) {
            throw new RowFailure("the leader of " + topic + " is not known: " + e);
        }
    }

    @Override
    public String bootstrapServers() {
        return bootstrapServers;
    }

    @Override
    public String jdbcUrl(String database) {
        return usual.jdbcUrl(database);
    }

    @Override
    public String user() {
        return usual.user();
    }

    @Override
    public String password() {
        return usual.password();
    }

    @Override
    public StackServer kafka() {
        return new AllBrokers();
    }

    @Override
    public StackServer mysql() {
        return usual.mysql();
    }

    @Override
    public Path directory() {
        return usual.directory();
    }

    @Override
    public void close() {
        kafka().kill9();
        usual.close();
    }

    /** One of the three. */
    public final class Broker {
        private final int number;
        private final int port;
        private final Path directory;
        private ChildProcess process;

        private Broker(int number, int port, int controllerPort, String voters, String clusterId) {
            this.number = number;
            this.port = port;
            directory = usual.directory().resolve("broker-" + number);
            try {
                Files.createDirectories(directory);
                Files.write(
                        properties(),
                        List.of(
                                "process.roles=broker,controller",
                                "node.id=" + number,
                                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                                "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
                                "controller.listener.names=CONTROLLER",
                                "controller.quorum.voters=" + voters,
                                "log.dirs=" + directory.resolve("data"),
                                "auto.create.topics.enable=false",
                                "broker.session.timeout.ms=3000",
                                "broker.heartbeat.interval.ms=500",
                                "offsets.topic.num.partitions=1",
                                "offsets.topic.replication.factor=3",
                                "transaction.state.log.num.partitions=1",
                                "num.network.threads=1",
                                "num.io.threads=2",
                                "log.cleaner.dedupe.buffer.size=16777216"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            run(
                    "format",
                    "kafka.tools.StorageTool",
                    "format",
                    "--cluster-id",
                    clusterId,
                    "--config",
                    properties() + "");
            if (!process.awaitExit(FORMAT_MAX) || process.exitCode() != 0) {
                throw new RowFailure("broker " + number + " could not be formatted. " + process.tail());
            }
        }

        private Path properties() {
            return directory.resolve("server.properties");
        }

        private void run(String name, String mainClass, String... words) {
            process = Jvm.of(mainClass, words)
                    .flags(Jvm.SMALL)
                    .flags("-Dlog4j2.configurationFile=" + home.kafkaLogSettings("broker"))
                    .classPath(home.kafkaJars() + "/*")
                    .start(name, directory);
        }

        /** Starts the broker unless it runs; returns at once. */
        public void start() {
            if (!process.isAlive()) {
                run("kafka", "kafka.Kafka", properties() + "");
            }
        }

        /** SIGKILL. */
        public void kill9() {
            process.kill9();
        }

        private boolean serves() {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** All three as one. */
    private final class AllBrokers implements StackServer {
        @Override
        public void start() {
            brokers.forEach(Broker::start);
            brokers.forEach(broker -> Patience.await("broker " + broker.number, Patience.LONG, broker::serves));
        }

        @Override
        public void kill9() {
            brokers.forEach(Broker::kill9);
        }

        @Override
        public void stop() {
            brokers.forEach(broker -> broker.process.stop(FORMAT_MAX));
        }

        @Override
        public void suspend() {
            brokers.forEach(broker -> broker.process.suspend());
        }

        @Override
        public void resume() {
            brokers.forEach(broker -> broker.process.resume());
        }
    }
}
