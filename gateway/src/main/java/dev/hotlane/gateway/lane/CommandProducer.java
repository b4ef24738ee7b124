package dev.hotlane.gateway.lane;

import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way into the log: one producer on the command topic's only partition, shared by the event loops. {@link #send}
 * never waits. Bytes in flight are counted here and bounded well below the producer's own memory, so that the producer
 * always has room for what passes.
 */
public final class CommandProducer {
    /** Of the producer's memory: batches are partly empty in the worst case, and resend buffers must not starve. */
    private static final int MEMORY_SHARE = 3;

    /** What a record takes beside key and value. */
    private static final int RECORD_OVERHEAD = 96;

    private static final Logger LOG = LoggerFactory.getLogger(CommandProducer.class);
    private static final long WARM_UP_PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final LaneHealth pulse;
    private final long bytesMax;
    private final AtomicLong bytesInFlight = new AtomicLong();
    private final Set<Thread> threads;

    private CommandProducer(
            KafkaProducer<byte[], byte[]> producer,
            Set<Thread> threads,
            String topic,
            LaneHealth pulse,
            long bytesMax) {
        this.producer = producer;
        this.threads = threads;
        this.topic = topic;
        this.pulse = pulse;
        this.bytesMax = bytesMax;
    }

    /** What became of a {@link #send}. */
    public enum Sent {
        /** It is on its way: its courier learns the rest. */
        ENTERED,
        /** There are too many bytes in flight already; it was not tried. */
        FULL,
        /** It never entered the producer, so it will never be in the log. */
        REFUSED,
        /** It failed half-way: it may be in the log or not. */
        UNKNOWN
    }

    /** Opens the producer and waits until it knows the topic; throws IllegalStateException if it does not in time. */
    public static CommandProducer open(
            String bootstrapServers,
            String lane,
            LaneHealth pulse,
            long memory,
            int lingerMs,
            int deliveryMaxMs,
            int startMs) {
        String topic = TopicSpec.commands(lane).name();
        Set<Thread> others = KafkaClients.producerThreads();
        KafkaProducer<byte[], byte[]> producer =
                KafkaClients.producer(bootstrapServers, memory, lingerMs, deliveryMaxMs);
        Set<Thread> threads = KafkaClients.producerThreads();
        threads.removeAll(others);
        long deadline = System.nanoTime() + Duration.ofMillis(startMs).toNanos();
        while (true) {
            try {
                producer.partitionsFor(topic);
                return new CommandProducer(producer, threads, topic, pulse, memory / MEMORY_SHARE);
            } catch (TimeoutException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    producer.close(Duration.ZERO);
                    throw new IllegalStateException(
                            "no broker told about " + topic + " within " + startMs + " ms: check bootstrapServers ("
                                    + bootstrapServers + ") and that the brokers run",
                            notYet);
                }
                LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
            }
        }
    }

    /**
     * From now on the death of the producer's thread, which Kafka only logs, is told to the pulse and to {@code died}, on that
     * thread. Without it no command is sent, and none is given up.
     */
    public void watch(Consumer<Throwable> died) {
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((dead, cause) -> {
                pulse.producerFailed("the producer's thread died: restart this gateway");
                LOG.error("the producer's thread died; restart this gateway", cause);
                died.accept(cause);
            });
        }
    }

    /**
     * Looks whether the producer still knows the topic, tells the pulse, and asks the brokers if not; never waits. A broker
     * that has just started may deny the topic for a moment: the producer then forgets it and takes no command.
     */
    public void look() {
        try {
            producer.partitionsFor(topic);
            pulse.commands(null);
        } catch (KafkaException forgotten) {
            pulse.commands("the brokers do not tell about the command topic at the moment");
        }
    }

    /** Bytes that entered and are not acknowledged. Any thread. */
    public long bytesInFlight() {
        return bytesInFlight.get();
    }

    /** Whether less than half of what may be in flight is: then even those that can wait may send. Any thread. */
    public boolean hasRoomToSpare() {
        return bytesInFlight.get() < bytesMax / 2;
    }

    /**
     * Hands a record to the producer and says what became of it; only of one that ENTERED its courier may learn later,
     * on Kafka's thread, that it failed. A courier serves one send.
     */
    public Sent send(byte[] key, byte[] value, Delivery courier) {
        int weight = RECORD_OVERHEAD + value.length + (key == null ? 0 : key.length);
        if (bytesInFlight.addAndGet(weight) > bytesMax) {
            bytesInFlight.addAndGet(-weight);
            return Sent.FULL;
        }
        courier.start(this, weight);
        try {
            producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, key, value), courier);
        } catch (RuntimeException broken) {
            // Thrown, not told to the courier: the producer is in a fatal state, perhaps after taking the record in.
            pulse.producerFailed("the producer failed and must be restarted with the gateway");
            LOG.error("the producer failed; restart this gateway", broken);
            bytesInFlight.addAndGet(-weight);
            return Sent.UNKNOWN;
        }
        return courier.sent();
    }

    /** Sends what is left, for that long at most, and closes. */
    public void close(Duration atMost) {
        producer.close(atMost);
    }

    /** Accompanies one record: counts its bytes and learns its end. Made by the sender, ended by Kafka's thread. */
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

        /** The record may or may not be in the log. On Kafka's thread. */
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

        /** Why the producer did not take it, if {@link CommandProducer#send} gave REFUSED. */
        public Exception refusal() {
            return refusal;
        }

        private Sent sent() {
            if (refusal == null) {
                return Sent.ENTERED;
            }
            // These two are found before the record is appended; of others that is not certain.
            boolean outside = refusal instanceof TimeoutException || refusal instanceof RecordTooLargeException;
            return outside ? Sent.REFUSED : Sent.UNKNOWN;
        }
    }
}
