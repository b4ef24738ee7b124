package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives replies: thread {@code replies} polls this gateway's reply partition, from its end at start, and hands the
 * records of one poll to each event loop as one batch. It does not parse records. It survives every exception of Kafka;
 * while it can't receive, {@link LaneHealth} has the reason and requests are rejected.
 */
public final class ReplyConsumer {
    private static final Logger log = LoggerFactory.getLogger(ReplyConsumer.class);
    private static final Duration POLL_MAX = Duration.ofMillis(200);
    private static final long CLOSE_MAX_MS = 2_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final LaneHealth health;
    private final long beatAgeMaxNanos;
    private final LongAdder failures = new LongAdder();
    private List<Receiver> receivers = List.of();
    private Thread thread;
    private volatile boolean stopping;
    private boolean positioned;
    private long lastPoll;

    /** The records of one poll; {@code beatsCount} is false if its BEATs may be outdated. */
    public record Batch(List<byte[]> values, long atNanos, boolean beatsCount) {}

    /** An event loop that receives batches. */
    public interface Receiver {
        /** Takes a batch; waits if the loop is far behind. Called on the replies thread. */
        void deliver(Batch batch);
    }

    private ReplyConsumer(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, LaneHealth health, Duration beatAgeMax) {
        this.consumer = consumer;
        this.partition = partition;
        this.health = health;
        this.beatAgeMaxNanos = beatAgeMax.toNanos();
    }

    /** Seeks to the end of the partition; throws GatewayException if that fails within startMax. */
    public static ReplyConsumer open(LaneSettings lane, GatewayTimes times, LaneHealth health) {
        TopicPartition partition =
                new TopicPartition(TopicSpec.replies(lane.name(), 1).name(), lane.replyPartition());
        KafkaConsumer<byte[], byte[]> consumer = KafkaClients.consumer(lane.kafka(), times.startMax());
        ReplyConsumer replies = new ReplyConsumer(consumer, partition, health, times.beatAgeMax());
        try {
            consumer.assign(List.of(partition));
            replies.position();
            health.replies(null);
            return replies;
        } catch (KafkaException e) {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
            throw new GatewayException(
                    "could not find the end of " + partition + " within "
                            + times.startMax().toMillis() + " ms: check that the brokers run",
                    e);
        }
    }

    /**
     * Starts the thread; each batch goes to every receiver. If the thread dies, {@code died} gets the cause, on that
     * thread.
     */
    public void start(List<? extends Receiver> to, Consumer<Throwable> died) {
        receivers = List.copyOf(to);
        lastPoll = System.nanoTime();
        thread = new Thread(this::run, "replies");
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            log.error("the replies thread died; restart this gateway", cause);
            health.replies("the replies thread died: restart this gateway");
            died.accept(cause);
        });
        thread.start();
    }

    /** The numbers of its Kafka client. Any thread. */
    public Map<MetricName, ? extends Metric> metrics() {
        return consumer.metrics();
    }

    /** Number of failed polls; any thread. */
    public long failures() {
        return failures.sum();
    }

    /** Ends the thread and closes the consumer. */
    public void close() throws InterruptedException {
        stopping = true;
        if (thread == null) {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ZERO));
            return;
        }
        consumer.wakeup();
        thread.join(CLOSE_MAX_MS);
        // The thread may still wait for an event loop that is stuck.
        thread.interrupt();
        thread.join(CLOSE_MAX_MS);
    }

    private void run() {
        try {
            while (!stopping) {
                step();
            }
        } finally {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    private void step() {
        try {
            if (!positioned) {
                position();
            }
            receive();
        } catch (WakeupException e) {
            log.debug("woken up to stop");
        } catch (InvalidOffsetException e) {
            failed("the position in " + partition + " is not in its log any more; replies in between are lost", e);
        } catch (KafkaException e) {
            failed("replies can't be received", e);
        }
    }

    private void receive() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL_MAX);
        health.replies(null);
        long now = System.nanoTime();
        boolean beatsCount = now - lastPoll <= beatAgeMaxNanos;
        lastPoll = now;
        if (records.isEmpty()) {
            return;
        }
        List<byte[]> values = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> polled : records) {
            values.add(polled.value());
        }
        Batch batch = new Batch(values, now, beatsCount);
        for (Receiver receiver : receivers) {
            receiver.deliver(batch);
        }
    }

    private void position() {
        consumer.seekToEnd(List.of(partition));
        long position = consumer.position(partition);
        positioned = true;
        log.info("reading {} from offset {}", partition, position);
    }

    private void failed(String what, KafkaException cause) {
        // After an error that a retry can't cure, such as a damaged batch, the next step seeks to the end.
        positioned = positioned && cause instanceof RetriableException;
        failures.increment();
        health.replies(what);
        log.warn("{}: going on {}", what, positioned ? "from there" : "at the end of the partition", cause);
        LockSupport.parkNanos(PAUSE_NANOS);
    }
}
