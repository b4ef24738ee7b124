package dev.hotlane.infra.feed;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** The feed's output by Kafka's transactions. */
final class TransactionOutput implements FeedOutput {
    private final Producer<byte[], byte[]> producer;
    private final Map<Topic, Sent> sent = new EnumMap<>(Topic.class);

    /**
     * What became of the records of one topic. The producer's thread writes it; a flush of the producer comes between its
     * last write and the owner's read.
     */
    private static final class Sent implements Callback {
        final String topic;
        long end;
        Exception fault;

        Sent(TopicSpec topic) {
            this.topic = topic.name();
        }

        void begin() {
            end = -1;
            fault = null;
        }

        @Override
        public void onCompletion(RecordMetadata metadata, Exception failure) {
            if (failure == null) {
                end = metadata.offset() + 1;
            } else if (fault == null) {
                fault = failure;
            }
        }

        void requireNoFault() {
            if (fault != null) {
                throw fault instanceof KafkaException known ? known : new KafkaException(fault);
            }
        }
    }

    TransactionOutput(Producer<byte[], byte[]> producer, String lane) {
        this.producer = producer;
        sent.put(Topic.COUNTERS, new Sent(TopicSpec.counters(lane)));
        sent.put(Topic.CHANGES, new Sent(TopicSpec.changes(lane)));
        sent.put(Topic.PROGRESS, new Sent(TopicSpec.progress(lane)));
    }

    @Override
    public void fence() {
        producer.initTransactions();
    }

    @Override
    public void begin() {
        sent.values().forEach(Sent::begin);
        producer.beginTransaction();
    }

    @Override
    public void send(Topic topic, byte[] key, byte[] value, long seq) {
        Sent records = sent.get(topic);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(records.topic, 0, key, value);
        if (seq >= 0) {
            record.headers().add(FeedProgress.SEQ_HEADER, Long.toString(seq).getBytes(StandardCharsets.US_ASCII));
        }
        producer.send(record, records);
    }

    @Override
    public void flush() {
        producer.flush();
        sent.values().forEach(Sent::requireNoFault);
    }

    @Override
    public long end(Topic topic) {
        return sent.get(topic).end;
    }

    @Override
    public void commit() {
        producer.commitTransaction();
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
