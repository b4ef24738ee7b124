package dev.hotlane.infra.stack;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@ExtendWith(RealStack.class)
class DevStackTest {

    @Test
    void keepsItsTopicsThroughKill9OfTheBroker(Lane lane) throws Exception {
        KafkaServer kafka = lane.stack().kafka();
        String topic = lane.topic("kept");
        try (Admin admin = Admin.create(client(kafka))) {
            admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get();
            String cluster = admin.describeCluster().clusterId().get();
            send(kafka, topic);

            kafka.kill9();
            kafka.restart();

            assertThat(admin.describeCluster().clusterId().get()).isEqualTo(cluster);
            assertThat(end(admin, topic)).isEqualTo(1);
        }
    }

    @Test
    void keepsItsRowsThroughKill9OfTheDatabase(Lane lane) throws Exception {
        sql(lane, "CREATE TABLE t (k INT PRIMARY KEY)");
        sql(lane, "INSERT INTO t VALUES (7)");

        lane.stack().mysql().kill9();
        lane.stack().mysql().restart();

        try (Connection connection = connect(lane);
                var rows = connection.createStatement().executeQuery("SELECT k, @@sql_mode FROM t")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(7);
            assertThat(rows.getString(2)).contains("STRICT_TRANS_TABLES");
        }
    }

    @Test
    void aSuspendedBrokerKeepsItsPortAndAnswersNothingUntilResumed(DevStack stack) throws Exception {
        stack.kafka().suspend();
        try (Admin admin = Admin.create(client(stack.kafka()))) {
            assertThat(Ports.accepts(
                            StackState.read(stack.directory()).orElseThrow().kafkaPort()))
                    .isTrue();
            assertThatThrownBy(() -> admin.describeCluster(new DescribeClusterOptions().timeoutMs(500))
                            .nodes()
                            .get())
                    .isInstanceOf(ExecutionException.class);

            stack.kafka().resume();

            assertThat(admin.describeCluster().nodes().get(30, SECONDS)).hasSize(1);
        } finally {
            stack.kafka().resume();
        }
    }

    @Test
    void refusesADirectoryThatIsInUse(DevStack stack) {
        assertThatThrownBy(() -> DevStack.start(DevStackSettings.in(stack.directory())))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("Another dev stack runs in " + stack.directory())
                .hasMessageContaining("process " + ProcessHandle.current().pid());
    }

    @Test
    void refusesAPortThatIsTaken(DevStack stack) {
        int taken = StackState.read(stack.directory()).orElseThrow().mysqlPort();

        DevStackSettings settings = DevStackSettings.temporary().withPorts(0, taken);

        assertThatThrownBy(() -> DevStack.start(settings))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("Port " + taken + ", wanted for MySQL, is taken");
        assertThat(settings.directory()).doesNotExist();
    }

    @Test
    void showsTheEndOfTheLogOfAServerThatDoesNotStart() {
        DevStackSettings wrong = DevStackSettings.temporary().withMysqlFlags("--no-such-flag");

        assertThatThrownBy(() -> DevStack.start(wrong))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("mysql.log")
                .hasMessageContaining("unknown option '--no-such-flag'");
        assertThat(wrong.directory()).doesNotExist();
    }

    @Test
    void twoStacksStartSideBySide() {
        CompletableFuture<DevStack> one = start();
        CompletableFuture<DevStack> two = start();
        try (DevStack a = one.join();
                DevStack b = two.join()) {
            assertThat(Stream.of(a.bootstrapServers(), a.jdbcUrl(), b.bootstrapServers(), b.jdbcUrl()))
                    .doesNotHaveDuplicates();
        }
    }

    private static CompletableFuture<DevStack> start() {
        return CompletableFuture.supplyAsync(() -> DevStack.start(DevStackSettings.temporary()));
    }

    private static Map<String, Object> client(KafkaServer kafka) {
        return Map.of("bootstrap.servers", kafka.bootstrapServers());
    }

    private static void send(KafkaServer kafka, String topic) throws Exception {
        StringSerializer text = new StringSerializer();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(client(kafka), text, text)) {
            producer.send(new ProducerRecord<>(topic, 0, "key", "value")).get();
        }
    }

    private static long end(Admin admin, String topic) throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private static Connection connect(Lane lane) throws Exception {
        return DriverManager.getConnection(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    private static void sql(Lane lane, String statement) throws Exception {
        try (Connection connection = connect(lane);
                var s = connection.createStatement()) {
            s.execute(statement);
        }
    }
}
