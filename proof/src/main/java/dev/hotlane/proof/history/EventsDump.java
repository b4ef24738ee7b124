package dev.hotlane.proof.history;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Writes what a lane's feed has published to a file: its position, then a line for each record of its changes. Any thread. */
public final class EventsDump {
    private EventsDump() {}

    /**
     * Writes the committed records of both topics. What the feed publishes meanwhile may be missing behind the position.
     *
     * @throws IllegalStateException if no feed has published anything
     */
    public static void write(KafkaConnection kafka, String lane, Path file) {
        List<ConsumerRecord<byte[], byte[]>> positions =
                records(kafka, TopicSpec.progress(lane).name());
        if (positions.isEmpty()) {
            throw new IllegalStateException("no feed of lane " + lane + " has published anything");
        }
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            line(positions.get(positions.size() - 1), out);
            for (ConsumerRecord<byte[], byte[]> record :
                    records(kafka, TopicSpec.changes(lane).name())) {
                line(record, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("dump of the changes of " + lane + " to " + file, e);
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(KafkaConnection kafka, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (TopicLog log = new TopicLog(kafka, topic)) {
            log.read(log.startOffset(), log.endOffset(), records::add);
        }
        return records;
    }

    private static void line(ConsumerRecord<byte[], byte[]> record, BufferedWriter out) throws IOException {
        out.write(new String(record.value(), StandardCharsets.UTF_8));
        out.write('\n');
    }
}
