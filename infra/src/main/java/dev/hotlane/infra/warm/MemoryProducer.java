package dev.hotlane.infra.warm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/** Kafka's producer without a Kafka: each record goes to a sink in this process. No transactions. Any thread. */
final class MemoryProducer implements Producer<byte[], byte[]> {
    private final BiConsumer<ProducerRecord<byte[], byte[]>, Callback> sink;

    /** @param sink receives each record on the sender's thread; calls the callback once the record is kept */
    MemoryProducer(BiConsumer<ProducerRecord<byte[], byte[]>, Callback> sink) {
        this.sink = sink;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        sink.accept(record, callback);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, (metadata, fault) -> {});
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return List.of();
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    /** No effect: nothing waits here. */
    @Override
    public void flush() {}

    /** No effect: this producer does not own the sink. */
    @Override
    public void close() {}

    /** No effect, as {@link #close()}. */
    @Override
    public void close(Duration atMost) {}

    @Override
    public void initTransactions() {
        throw unsupported();
    }

    @Override
    public void beginTransaction() {
        throw unsupported();
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
        throw unsupported();
    }

    @Override
    public void commitTransaction() {
        throw unsupported();
    }

    @Override
    public void abortTransaction() {
        throw unsupported();
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        throw unsupported();
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        throw unsupported();
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("a log in memory");
    }
}
