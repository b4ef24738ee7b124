package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends records into the log: one producer on the command topic's only partition, shared by the event loops. {@link
 * #send} never waits. Bytes in flight are counted here and bounded at a third of the producer's memory, so that the
 * producer always has room for an admitted record.
 */
public final class CommandProducer {
    /**
     * Bytes in flight may use 1/3 of the producer's memory: batches may be partly empty, and resends need buffers too.
     */
    private static final int MEMORY_SHARE = 3;

    /** Bytes that a record takes besides key and value. */
    private static final int RECORD_OVERHEAD = 96;

    private static final Logger log = LoggerFactory.getLogger(CommandProducer.class);
    private static final long WARM_UP_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final LaneHealth health;
    private final long bytesMax;
    private final AtomicLong bytesInFlight = new AtomicLong();
    private final Set<Thread> threads;

    private CommandProducer(
            Producer<byte[], byte[]> producer, Set<Thread> threads, String topic, LaneHealth health, long bytesMax) {
        this.producer = producer;
        this.threads = threads;
        this.topic = topic;
        this.health = health;
        this.bytesMax = bytesMax;
    }

    /** Result of a {@link #send}. */
    public enum Sent {
        /** The record is on its way; the delivery's {@code failed} is called if it fails later. */
        ENTERED,
        /** Too many bytes are in flight; the producer was not called. */
        FULL,
        /** The record never entered the producer, so it will never be in the log. */
        REFUSED,
        /** The send failed half-way: the record may or may not be in the log. */
        UNKNOWN
    }

    /**
     * Opens the producer and waits for the topic's metadata; throws GatewayException after startMax without it.
     * A record is given up after replyWaitMax.
     */
    public static CommandProducer open(LaneSettings lane, GatewayTimes times, LaneHealth health) {
        String topic = TopicSpec.commands(lane.name()).name();
        Set<Thread> others = KafkaClients.producerThreads();
        KafkaProducer<byte[], byte[]> producer = KafkaClients.producer(lane, times.replyWaitMax());
        Set<Thread> threads = KafkaClients.producerThreads();
        threads.removeAll(others);
        long deadline = System.nanoTime() + times.startMax().toNanos();
        while (true) {
            try {
                producer.partitionsFor(topic);
                return new CommandProducer(producer, threads, topic, health, lane.producerMemory() / MEMORY_SHARE);
            } catch (TimeoutException e) {
                if (System.nanoTime() - deadline > 0) {
                    producer.close(Duration.ZERO);
                    throw new GatewayException(
                            "no broker returned the metadata of " + topic + " within "
                                    + times.startMax().toMillis()
                                    + " ms: check the brokers' addresses ("
                                    + lane.kafka().bootstrapServers()
                                    + ") and that the brokers run",
                            e);
                }
                LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
            }
        }
    }

    /** Sends into a log that needs no broker, closed by {@link #close}; its acknowledgements come on another thread. */
    public static CommandProducer into(Producer<byte[], byte[]> log, LaneSettings lane, LaneHealth health) {
        String topic = TopicSpec.commands(lane.name()).name();
        return new CommandProducer(log, Set.of(), topic, health, lane.producerMemory() / MEMORY_SHARE);
    }

    /**
     * Reports the death of the producer's thread, which Kafka only logs, to LaneHealth and to {@code died}, on that
     * thread. A dead thread sends no command and expires none.
     */
    public void watch(Consumer<Throwable> died) {
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((dead, cause) -> {
                health.producerFailed("the producer's thread died: restart this gateway");
                log.error("the producer's thread died; restart this gateway", cause);
                died.accept(cause);
            });
        }
    }

    /**
     * Checks that the producer has the topic's metadata and reports the result to LaneHealth. If the metadata is
     * missing, the call requests it from the brokers; it never waits. A broker that has just started may deny the topic
     * for a moment; the producer then drops the metadata and takes no command.
     */
    public void look() {
        try {
            producer.partitionsFor(topic);
            health.commands(null);
        } catch (KafkaException e) {
            health.commands("the brokers return no metadata of the command topic at the moment");
        }
    }

    /** The numbers of its Kafka client. Any thread. */
    public Map<MetricName, ? extends Metric> metrics() {
        return producer.metrics();
    }

    /** Bytes that entered and are not acknowledged yet. Any thread. */
    public long bytesInFlight() {
        return bytesInFlight.get();
    }

    /** Whether less than half of the allowed bytes are in flight, so that batch lines may send too. Any thread. */
    public boolean hasRoomToSpare() {
        return bytesInFlight.get() < bytesMax / 2;
    }

    /**
     * Hands a record to the producer and returns what became of it. The delivery's {@code failed} is called later, on
     * Kafka's thread, only for a record that ENTERED. A delivery serves one send.
     */
    public Sent send(byte[] key, byte[] value, Delivery delivery) {
        int weight = RECORD_OVERHEAD + value.length + (key == null ? 0 : key.length);
        if (bytesInFlight.addAndGet(weight) > bytesMax) {
            bytesInFlight.addAndGet(-weight);
            return Sent.FULL;
        }
        delivery.start(this, weight);
        try {
            producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, key, value), delivery);
        } catch (RuntimeException e) {
            // An exception thrown here means a fatal state of the producer; the record may have been taken before.
            health.producerFailed("the producer failed and must be restarted with the gateway");
            log.error("the producer failed; restart this gateway", e);
            bytesInFlight.addAndGet(-weight);
            return Sent.UNKNOWN;
        }
        return delivery.sent();
    }

    /** Sends what is left within {@code atMost}, then closes. */
    public void close(Duration atMost) {
        producer.close(atMost);
    }

    /** Follows one record: counts its bytes and receives its result. Made by the sender, ended by Kafka's thread. */
    public abstract static class Delivery implements Callback {
        private CommandProducer lane;
        private int weight;
        private Thread sender;
        private Exception refusal;

        private void start(CommandProducer on, int recordWeight) {
            lane = on;
            weight = recordWeight;
            sender = Thread.currentThread();
        }

        /** Called on Kafka's thread: the record may or may not be in the log. */
        protected abstract void failed(Exception cause);

        @Override
        public final void onCompletion(RecordMetadata metadata, Exception exception) {
            lane.bytesInFlight.addAndGet(-weight);
            if (exception == null) {
                return;
            }
            if (Thread.currentThread() == sender) {
                refusal = exception;
            } else {
                failed(exception);
            }
        }

        /** Why the producer rejected the record, if {@link CommandProducer#send} returned REFUSED. */
        public Exception refusal() {
            return refusal;
        }

        private Sent sent() {
            if (refusal == null) {
                return Sent.ENTERED;
            }
            // The producer throws these two before it appends the record; for others that is not certain.
            boolean outside = refusal instanceof TimeoutException || refusal instanceof RecordTooLargeException;
            return outside ? Sent.REFUSED : Sent.UNKNOWN;
        }
    }
}
