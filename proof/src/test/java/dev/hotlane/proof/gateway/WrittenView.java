package dev.hotlane.proof.gateway;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.ViewWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The checkpoint and the view topic of a lane, written by a test in place of a processor, and the READs of that lane. A
 * READ returns the sequence behind all that the test wrote, as the log's order demands. The test's thread calls all but
 * the script.
 */
final class WrittenView implements AutoCloseable {
    static final long TOPIC = ViewRecord.topicHash("topic");

    private final Lane on;
    private final ViewWriter writer = new ViewWriter();
    private final KafkaProducer<byte[], byte[]> packs;

    /** The last sequence of the log, but for READs: the greatest of the checkpoint and the packs. */
    private volatile long written;

    /** A checkpoint as of this sequence, without a counter, and an empty view topic. */
    WrittenView(Lane on, long sequence) throws Exception {
        this.on = on;
        packs = new KafkaProducer<>(
                Map.of("bootstrap.servers", on.stack().bootstrapServers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        Checkpoint checkpoint = new Checkpoint(FlushSettings.of(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD));
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster", "topic"));
        checkpointAt(sequence, 1);
        TopicSpec view = TopicSpec.view(on.name());
        try (Admin admin = GatewayLane.admin(on)) {
            admin.createTopics(List.of(new NewTopic(view.name(), 1, (short) 1).configs(view.settings())))
                    .all()
                    .get();
            GatewayLane.awaitTopics(admin, List.of(view.name()));
        }
    }

    /** The settings of a gateway with such a view. */
    GatewaySettings viewed(GatewaySettings usual, ViewSettings view) {
        return usual.withMySql(new MySqlSettings(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD))
                .withView(view);
    }

    /** Answers READs; each counter is 7 at version 3. The scripted processor's thread calls it. */
    ScriptedProcessor.Script script() {
        return Scripts.successAt(() -> written + 1);
    }

    /** Lets the checkpoint be as of this sequence. */
    void checkpointAt(long sequence, long epoch) throws SQLException {
        written = Math.max(written, sequence);
        sql(
                "UPDATE hl_meta SET next_offset = ?, state_epoch = ?, log_time = ?",
                sequence + 1,
                epoch,
                System.currentTimeMillis());
    }

    /** Adds a counter to the checkpoint. */
    void row(String key, long value, long version) throws SQLException {
        sql("INSERT INTO hl_counter VALUES (?, ?, ?, 0, 0)", key.getBytes(StandardCharsets.UTF_8), value, version);
    }

    void sql(String statement, Object... arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(on.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (int i = 0; i < arguments.length; i++) {
                prepared.setObject(i + 1, arguments[i]);
            }
            prepared.executeUpdate();
        }
    }

    /** Kafka loses what the log had behind this sequence; packs and checkpoint stay. */
    void loseBehind(long sequence) {
        written = sequence;
    }

    /** Sends the pack (from, to] with these values; null is a removal. */
    void pack(long from, long to, Map<String, Long> values) {
        pack(1, from, to, values);
    }

    /** Sends a pack of the leader of this epoch. */
    void pack(long epoch, long from, long to, Map<String, Long> values) {
        WrittenPack pack = new WrittenPack(TOPIC, epoch, from, to, false, values);
        written = Math.max(written, to);
        packs.send(new ProducerRecord<>(TopicSpec.view(on.name()).name(), 0, null, writer.record(pack)));
        packs.flush();
    }

    @Override
    public void close() {
        packs.close();
    }
}
