package dev.hotlane.processor.log;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Appends the leader's own records to the command topic. Never waits: a record that can't be sent now is dropped and
 * counted; the leader makes a new one later. Called on the state thread.
 */
public final class LogWriter implements AutoCloseable {
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(5);
    private static final Duration WARM_UP_PAUSE = Duration.ofMillis(2);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Halt halt;
    private final AtomicLong failures = new AtomicLong();
    private volatile boolean closing;

    /** @param producer closed by this writer */
    public LogWriter(Producer<byte[], byte[]> producer, String topic, Halt halt) {
        this.producer = producer;
        this.topic = topic;
        this.halt = halt;
    }

    /**
     * Waits up to 5 s for the topic's metadata. {@link #append} does not wait and would drop the first record without
     * it. After 5 s it returns, as the leader makes new records anyway. On the starting thread.
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

    /** The numbers of its Kafka client. Any thread. */
    public Map<MetricName, ? extends Metric> metrics() {
        return producer.metrics();
    }

    /** Appends a record value; does not wait. */
    public void append(byte[] value) {
        producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, null, value), (metadata, fault) -> {
            if (fault != null) {
                failed(fault);
            }
        });
    }

    private void failed(Exception fault) {
        failures.incrementAndGet();
        boolean madeAnew = fault instanceof RetriableException || fault instanceof OutOfOrderSequenceException;
        if (!madeAnew && !closing) {
            halt.request(new HaltReason(
                    ExitCode.LOG_WRITE_FAILED,
                    "the leader can't append to " + topic + ": " + fault
                            + ". Check that this user may write to the topic, then start the processor again",
                    fault));
        }
    }

    /** Records that were not appended; any thread. */
    public long failures() {
        return failures.get();
    }

    /** Waits up to 1 s for records in flight; records given up then are no fault. */
    @Override
    public void close() {
        closing = true;
        producer.close(Duration.ofSeconds(1));
    }
}
