package dev.hotlane.processor.view;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** Appends to the view topic. Never waits. Called on the thread view; acknowledgements arrive on Kafka's. */
public final class ViewTopic implements AutoCloseable {
    private static final int PARTITION = 0;
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(5);
    private static final Duration WARM_UP_PAUSE = Duration.ofMillis(2);

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    /** @param producer waits for nothing ({@code max.block.ms=0}); closed by this object */
    public ViewTopic(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /** Receives the result of one record: null, or why it failed. */
    interface Settled {
        void settled(Exception fault);
    }

    /**
     * Waits up to 5 s for the topic's metadata. {@link #send} does not wait and would fail without it. On the starting
     * thread.
     */
    public void warmUp() {
        long deadline = System.nanoTime() + WARM_UP_MAX.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                producer.partitionsFor(topic);
                return;
            } catch (TimeoutException e) {
                LockSupport.parkNanos(WARM_UP_PAUSE.toNanos());
            }
        }
    }

    /** Appends a record value; {@code settled} is called once, possibly before this method returns. */
    void send(byte[] value, Settled settled) {
        try {
            producer.send(
                    new ProducerRecord<>(topic, PARTITION, null, value), (metadata, fault) -> settled.settled(fault));
        } catch (KafkaException e) {
            settled.settled(e);
        }
    }

    /** Name of the topic. */
    String name() {
        return topic;
    }

    /** Waits up to 1 s for records in flight. */
    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
    }
}
