package dev.hotlane.gateway.cards;

import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the cards topic into a store: thread {@code cards}, from the start of the topic. While Kafka is away the store
 * stays as it is. A topic that was made again has another id, and gets a store of its own; the former one ends then.
 */
final class CardTopic implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CardTopic.class);
    private static final Duration POLL_MAX = Duration.ofMillis(200);
    private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();
    private static final long CHECK_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);
    private static final long JOIN_MAX_MS = 3_000;

    private final CardConsumers consumers;
    private final CardSettings settings;
    private final LongAdder failures = new LongAdder();
    private final LongAdder badBefore = new LongAdder();
    private final Thread thread;
    private volatile CardStore store;
    private volatile boolean stopping;
    private Admin admin;
    private KafkaFuture<TopicDescription> asked;
    private long nextCheck;

    CardTopic(CardConsumers consumers, CardSettings settings) {
        this.consumers = consumers;
        this.settings = settings;
        thread = new Thread(this::run, "cards");
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            log.error("the cards thread died; restart this gateway", cause);
            // A product is answered 503 rather than with a card that no change reaches any more.
            store = null;
        });
    }

    void start() {
        thread.start();
    }

    /** The store of the topic as it is now; null before Kafka answered for the first time. Any thread. */
    CardStore store() {
        return store;
    }

    /** Number of failures to read the topic; any thread. */
    long failures() {
        return failures.sum();
    }

    /** Number of records that were no cards, in all stores; any thread. */
    long bad() {
        CardStore now = store;
        return badBefore.sum() + (now == null ? 0 : now.bad());
    }

    private void run() {
        admin = consumers.admin();
        try {
            while (!stopping) {
                try {
                    read();
                } catch (ExecutionException e) {
                    failed(e.getCause());
                } catch (RuntimeException e) {
                    failed(e);
                }
            }
        } catch (InterruptedException e) {
            log.debug("interrupted to stop");
        } finally {
            admin.close(CLOSE_MAX);
        }
    }

    private void failed(Throwable cause) {
        if (!stopping) {
            failures.increment();
            log.warn("{} can't be read; its cards stay as they are", consumers.partition(), cause);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Reads the topic until it has another id, fails, or the gateway stops. */
    private void read() throws InterruptedException, ExecutionException {
        asked = null;
        Uuid id = describe().get().topicId();
        KafkaConsumer<byte[], byte[]> consumer = consumers.reading();
        try (CardStore next = newStore(id)) {
            follow(consumer, next, id);
        } finally {
            consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE_MAX));
        }
    }

    private void follow(KafkaConsumer<byte[], byte[]> consumer, CardStore next, Uuid id) throws InterruptedException {
        TopicPartition partition = consumers.partition();
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        replace(next);
        log.info("reading {} (topic id {}) up to offset {}, then on", partition, id, end);
        nextCheck = System.nanoTime();
        while (!stopping && !madeAgain(id)) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_MAX)) {
                next.apply(record.offset(), record.key(), record.value());
            }
            if (!next.loaded() && consumer.position(partition) >= end) {
                next.markLoaded();
                log.info("{} cards are loaded, {} bytes in memory", next.size(), next.bytes());
            }
        }
    }

    private CardStore newStore(Uuid id) {
        long topic = ProductTag.topic(id.getMostSignificantBits(), id.getLeastSignificantBits());
        CardReader reader = new CardReader(settings.counterKey());
        CardBounds bounds = new CardBounds(settings.bytesMax());
        return settings.mode() == CardMode.HOT
                ? CardStore.hot(topic, reader, bounds)
                : CardStore.all(topic, reader, bounds);
    }

    private void replace(CardStore next) {
        CardStore former = store;
        if (former != null) {
            badBefore.add(former.bad());
        }
        store = next;
    }

    private KafkaFuture<TopicDescription> describe() {
        String topic = consumers.partition().topic();
        return admin.describeTopics(List.of(topic)).topicNameValues().get(topic);
    }

    /** Whether the topic has another id; asks each second and waits for no answer. */
    private boolean madeAgain(Uuid id) throws InterruptedException {
        long now = System.nanoTime();
        if (asked == null && now - nextCheck >= 0) {
            asked = describe();
            nextCheck = now + CHECK_NANOS;
        }
        if (asked == null || !asked.isDone()) {
            return false;
        }
        KafkaFuture<TopicDescription> answer = asked;
        asked = null;
        try {
            Uuid found = answer.get().topicId();
            if (!found.equals(id)) {
                log.warn(
                        "{} was made again: its id is {} now. Reading it from its start", consumers.partition(), found);
                return true;
            }
        } catch (ExecutionException e) {
            log.debug("the topic id is not known now", e);
        }
        return false;
    }

    /** Ends the thread; waits at most 3 s. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(JOIN_MAX_MS);
            // It may still wait for an answer of Kafka.
            thread.interrupt();
            thread.join(JOIN_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
