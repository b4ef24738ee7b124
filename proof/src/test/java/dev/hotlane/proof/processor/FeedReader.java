package dev.hotlane.proof.processor;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a feed's topics as a consumer of committed records does, by Jackson. */
final class FeedReader {
    private final String bootstrap;
    private final String lane;
    private final JsonMapper json = new JsonMapper();

    FeedReader(String bootstrap, String lane) {
        this.bootstrap = bootstrap;
        this.lane = lane;
    }

    /** All records of the changes topic. */
    List<JsonNode> changes() {
        List<JsonNode> all = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                read(TopicSpec.changes(lane).name())) {
            JsonNode value = json.readTree(record.value());
            String header = new String(
                    record.headers().lastHeader(FeedProgress.SEQ_HEADER).value(), StandardCharsets.US_ASCII);
            if (!header.equals(value.get("seq").toString())) {
                throw new AssertionError("header " + header + " of " + value);
            }
            all.add(value);
        }
        return all;
    }

    /** The counters topic, compacted. */
    Map<String, JsonNode> counters() {
        Map<String, JsonNode> table = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record :
                read(TopicSpec.counters(lane).name())) {
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (record.value() == null) {
                table.remove(key);
            } else {
                table.put(key, json.readTree(record.value()));
            }
        }
        return table;
    }

    /** The last position, null for none. */
    FeedProgress progress() {
        FeedProgress last = null;
        for (ConsumerRecord<byte[], byte[]> record :
                read(TopicSpec.progress(lane).name())) {
            last = FeedProgress.of(record.value());
        }
        return last;
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed");
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
        }
        return all;
    }
}
