package dev.hotlane.gateway.cards;

import java.time.Duration;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** Reads single records of the cards topic by their offsets. One thread at a time. */
final class CardSeek implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;

    /** Takes the consumer over, which has the partition assigned. */
    CardSeek(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        this.consumer = consumer;
        this.partition = partition;
    }

    /**
     * The value of the record at this offset with this key. Null if there is no such record: compaction removed it, or
     * the topic was made again. Null too if it did not arrive by the deadline, in nanoTime.
     */
    byte[] value(long offset, byte[] key, long deadline) {
        consumer.seek(partition, offset);
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofNanos(left));
            for (ConsumerRecord<byte[], byte[]> record : records) {
                return record.offset() == offset && Arrays.equals(record.key(), key) ? record.value() : null;
            }
        }
        return null;
    }

    @Override
    public void close() {
        consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
    }
}
