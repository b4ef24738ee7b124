package dev.hotlane.proof.gateway;

import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.ViewWriter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A gateway that runs alone and keeps a view: a real MySQL has the checkpoint, the test writes the packs. The checkpoint
 * includes sequence 1,000,000, far above the READs that prove the age, and the counter a of value 5 and version 3.
 */
@ExtendWith(RealStack.class)
abstract class OnAViewTopic {
    static final Duration SOON = Duration.ofSeconds(30);
    static final long LOADED = 1_000_000;
    static final String LOCAL = "/v1/counters/a?consistency=local";
    private static final long TOPIC = ViewRecord.topicHash("topic");

    final Lane on;
    private final ViewWriter writer = new ViewWriter();
    private final KafkaProducer<byte[], byte[]> packs;
    GatewayLane lane;

    OnAViewTopic(Lane on) {
        this.on = on;
        packs = new KafkaProducer<>(
                Map.of("bootstrap.servers", on.stack().bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** The view of the gateway. */
    ViewSettings view() {
        return ViewSettings.usual();
    }

    @BeforeEach
    void start() throws Exception {
        Checkpoint checkpoint = new Checkpoint(FlushSettings.of(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster", "topic"));
        checkpointAt(LOADED, 1);
        sql("INSERT INTO hl_counter VALUES (?, 5, 3, 0, 0)", (Object) "a".getBytes(StandardCharsets.UTF_8));
        TopicSpec view = TopicSpec.view(on.name());
        try (Admin admin = GatewayLane.admin(on)) {
            admin.createTopics(List.of(new NewTopic(view.name(), 1, (short) 1).configs(view.settings())))
                    .all()
                    .get();
        }
        MySqlSettings mysql = new MySqlSettings(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
        lane = GatewayLane.start(
                on,
                usual -> usual.withMySql(mysql).withView(view()).withCards(GatewayCardsTest.ALL),
                Scripts.success());
        awaitView(LOADED);
    }

    @AfterEach
    void end() {
        lane.close();
        packs.close();
    }

    final void checkpointAt(long sequence, long epoch) throws SQLException {
        sql(
                "UPDATE hl_meta SET next_offset = ?, state_epoch = ?, log_time = ?",
                sequence + 1,
                epoch,
                System.currentTimeMillis());
    }

    final void sql(String statement, Object... arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < arguments.length; i++) {
                prepared.setObject(i + 1, arguments[i]);
            }
            prepared.executeUpdate();
        }
    }

    final void pack(long from, long to, Map<String, Long> values) {
        pack(1, from, to, values);
    }

    final void pack(long epoch, long from, long to, Map<String, Long> values) {
        WrittenPack pack = new WrittenPack(TOPIC, epoch, from, to, false, values);
        packs.send(new ProducerRecord<>(TopicSpec.view(on.name()).name(), 0, null, writer.record(pack)));
        packs.flush();
    }

    /** Waits until the view answers as of this sequence. */
    final void awaitView(long sequence) {
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = lane.get(LOCAL);
            return header(answer, "hotlane-source").equals("view")
                    && header(answer, "hotlane-offset").equals(Long.toString(sequence));
        });
    }

    static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
