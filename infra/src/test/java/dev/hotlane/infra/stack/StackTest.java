package dev.hotlane.infra.stack;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
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

/** What tests may rely on, whichever stack they run on. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class StackTest {

    @Test
    void keepsItsTopicsThroughKill9OfTheBroker(Lane lane) throws Exception {
        Stack stack = lane.stack();
        String topic = lane.topic("kept");
        try (Admin admin = Admin.create(client(stack))) {
            admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get();
            String cluster = admin.describeCluster().clusterId().get();
            send(stack, topic);

            stack.kafka().kill9();
            assertThat(Ports.accepts(kafkaPort(stack))).isFalse();
            stack.kafka().start();

            assertThat(admin.describeCluster().clusterId().get()).isEqualTo(cluster);
            assertThat(end(admin, topic)).isEqualTo(1);
        }
    }

    @Test
    void keepsItsTopicsThroughARestartOfTheBroker(Lane lane) throws Exception {
        String topic = lane.topic("kept");
        try (Admin admin = Admin.create(client(lane.stack()))) {
            admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1))).all().get();
            send(lane.stack(), topic);

            lane.stack().kafka().restart();

            assertThat(end(admin, topic)).isEqualTo(1);
        }
    }

    @Test
    void keepsItsRowsThroughKill9OfTheDatabase(Lane lane) throws Exception {
        sql(lane, "CREATE TABLE t (k INT PRIMARY KEY)");
        sql(lane, "INSERT INTO t VALUES (7)");

        lane.stack().mysql().kill9();
        assertThatThrownBy(() -> connect(lane)).isInstanceOf(java.sql.SQLException.class);
        lane.stack().mysql().restart();

        try (Connection connection = connect(lane);
                var rows = connection.createStatement().executeQuery("SELECT k, @@sql_mode FROM t")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(7);
            assertThat(rows.getString(2)).contains("STRICT_TRANS_TABLES");
        }
    }

    @Test
    void aSuspendedBrokerKeepsItsPortAndAnswersNothingUntilResumed(Stack stack) throws Exception {
        stack.kafka().suspend();
        try (Admin admin = Admin.create(client(stack))) {
            assertThat(Ports.accepts(kafkaPort(stack))).isTrue();
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
    void aSuspendedServerCanBeKilledAndStarted(Stack stack) throws Exception {
        stack.mysql().suspend();

        stack.mysql().kill9();
        stack.mysql().start();

        assertThat(MySqlServer.answers(
                        StackState.read(stack.directory()).orElseThrow().mysqlPort()))
                .isTrue();
    }

    @Test
    void aServerThatRunsIsLeftAlone(Stack stack) throws Exception {
        try (Connection connection = DriverManager.getConnection(stack.jdbcUrl(""), stack.user(), stack.password())) {
            stack.mysql().start();
            stack.mysql().resume();

            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static int kafkaPort(Stack stack) {
        return StackState.read(stack.directory()).orElseThrow().kafkaPort();
    }

    private static Map<String, Object> client(Stack stack) {
        return Map.of("bootstrap.servers", stack.bootstrapServers());
    }

    private static void send(Stack stack, String topic) throws Exception {
        StringSerializer text = new StringSerializer();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(client(stack), text, text)) {
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
