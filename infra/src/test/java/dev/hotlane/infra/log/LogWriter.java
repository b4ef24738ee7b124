package dev.hotlane.infra.log;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends to a command log as a gateway, a processor or a stranger would; each append is waited for. */
public final class LogWriter implements AutoCloseable {
    private final KafkaConnection kafka;
    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final RecordWriter records = new RecordWriter();

    /** Writes to that topic. */
    public LogWriter(KafkaConnection kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
        producer = new KafkaProducer<>(kafka.client(Map.of()), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Where it stands now, and since when. */
    public RecordMetadata command(String id, Command command) throws Exception {
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        return append(key, records.command(key, new Routing(1, 2, 3, 0), command, new byte[0]));
    }

    /** The same of a sender. */
    public RecordMetadata command(Sender sender, String id, Command command) throws Exception {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        byte[] value = records.command(sender, bytes, new Routing(1, 2, 3, 0), command, new byte[0]);
        return append(sender.recordKey(bytes), value);
    }

    /** The same, with a time that far in the future; from then on the topic takes the producer's time. */
    public RecordMetadata stampedLater(Duration later, String id, Command command) throws Exception {
        ConfigResource settings = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry byProducer = new ConfigEntry("message.timestamp.type", "CreateTime");
        try (Admin admin = Admin.create(kafka.client(Map.of()))) {
            admin.incrementalAlterConfigs(
                            Map.of(settings, List.of(new AlterConfigOp(byProducer, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
        byte[] key = id.getBytes(StandardCharsets.UTF_8);
        byte[] value = records.command(key, new Routing(1, 2, 3, 0), command, new byte[0]);
        long time = System.currentTimeMillis() + later.toMillis();
        return producer.send(new ProducerRecord<>(topic, 0, time, key, value)).get();
    }

    /** Any bytes. */
    public RecordMetadata append(byte[] key, byte[] value) throws Exception {
        return producer.send(new ProducerRecord<>(topic, 0, key, value)).get();
    }

    @Override
    public void close() {
        producer.close();
    }
}
