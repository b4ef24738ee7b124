package dev.hotlane.gateway.changes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** A consumer of the feed's topics by assignment. Belongs to one thread at a time. */
final class KafkaChangesConsumer implements ChangesConsumer {
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);
    private static final String SEQUENCE = "seq";
    private static final int DIGITS_MAX = 18;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<ChangesTopic, TopicPartition> partitions;

    KafkaChangesConsumer(KafkaConsumer<byte[], byte[]> consumer, Map<ChangesTopic, TopicPartition> partitions) {
        this.consumer = consumer;
        this.partitions = partitions;
        consumer.assign(partitions.values());
    }

    @Override
    public long begin(ChangesTopic topic) {
        TopicPartition partition = partitions.get(topic);
        return consumer.beginningOffsets(List.of(partition)).get(partition);
    }

    @Override
    public long end(ChangesTopic topic) {
        TopicPartition partition = partitions.get(topic);
        return consumer.endOffsets(List.of(partition)).get(partition);
    }

    @Override
    public void seek(ChangesTopic topic, long offset) {
        consumer.seek(partitions.get(topic), offset);
    }

    @Override
    public long position(ChangesTopic topic) {
        return consumer.position(partitions.get(topic));
    }

    @Override
    public List<ChangesRead> poll(Duration max) {
        List<ChangesRead> reads = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(max)) {
            ChangesTopic topic =
                    record.topic().equals(topicOf(ChangesTopic.CHANGES)) ? ChangesTopic.CHANGES : ChangesTopic.PROGRESS;
            reads.add(new ChangesRead(topic, record.offset(), sequence(record), record.value()));
        }
        return reads;
    }

    private String topicOf(ChangesTopic topic) {
        return partitions.get(topic).topic();
    }

    /** The number in the header, as text; -1 if there is none. */
    private static long sequence(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(SEQUENCE);
        if (header == null || header.value() == null) {
            return -1;
        }
        String text = new String(header.value(), StandardCharsets.US_ASCII);
        boolean digits = !text.isEmpty()
                && text.length() <= DIGITS_MAX
                && text.chars().allMatch(next -> next >= '0' && next <= '9');
        return digits ? Long.parseLong(text) : -1;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_MAX));
    }
}
