package dev.hotlane.proof.simulation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.record.TimestampType;

/** Kafka's consumer of committed records, on one of the feed's topics. */
final class SimFeedConsumer {
    private static final int POLL_MAX = 6;

    private final World world;
    private final BooleanSupplier answered;
    private final MetricName fetches = new MetricName("fetch-total", "consumer", "", Map.of());
    private TopicPartition assigned;
    private long position;
    private double fetched;

    private SimFeedConsumer(World world, BooleanSupplier answered) {
        this.world = world;
        this.answered = answered;
    }

    /** @param answered whether the broker answers this consumer now */
    @SuppressWarnings("unchecked")
    static Consumer<byte[], byte[]> of(World world, BooleanSupplier answered) {
        SimFeedConsumer consumer = new SimFeedConsumer(world, answered);
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                SimFeedConsumer.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                (proxy, method, args) -> consumer.answer(method, args));
    }

    private Object answer(Method method, Object[] args) {
        switch (method.getName()) {
            case "assign" -> {
                assigned = (TopicPartition) ((Collection<?>) args[0]).iterator().next();
                return null;
            }
            case "beginningOffsets", "endOffsets" -> {
                TopicPartition of =
                        (TopicPartition) ((Collection<?>) args[0]).iterator().next();
                return Map.of(of, offset(of, method.getName().startsWith("end")));
            }
            case "position" -> {
                return position;
            }
            case "seek" -> {
                position = (Long) args[1];
                return null;
            }
            case "seekToBeginning" -> {
                position = 0;
                return null;
            }
            case "poll" -> {
                return poll((Duration) args[0]);
            }
            case "metrics" -> {
                return Map.of(fetches, metric());
            }
            case "close" -> {
                return null;
            }
            default -> throw new UnsupportedOperationException("Consumer." + method.getName());
        }
    }

    private long offset(TopicPartition of, boolean end) {
        if (!answered.getAsBoolean()) {
            throw new TimeoutException("the broker does not answer");
        }
        return end ? world.feeds.transactions.stableEnd(of.topic()) : 0;
    }

    private Metric metric() {
        return new Metric() {
            @Override
            public MetricName metricName() {
                return fetches;
            }

            @Override
            public Object metricValue() {
                return fetched;
            }
        };
    }

    /** A poll that may wait reads on to the end; one that may not returns a few records. */
    private ConsumerRecords<byte[], byte[]> poll(Duration wait) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        if (!answered.getAsBoolean()) {
            return ConsumerRecords.empty();
        }
        fetched++;
        String topic = assigned.topic();
        int most = wait.isZero() ? 1 + world.feeds.chance.below(POLL_MAX) : Integer.MAX_VALUE;
        long end = world.feeds.transactions.stableEnd(topic);
        for (; position < end && records.size() < most; position++) {
            SimTransactions.Sent sent = world.feeds.transactions.at(topic, position);
            if (sent.committed()) {
                records.add(new ConsumerRecord<>(
                        topic,
                        0,
                        position,
                        world.wallMillis(),
                        TimestampType.LOG_APPEND_TIME,
                        -1,
                        -1,
                        sent.record().key(),
                        sent.record().value(),
                        sent.record().headers(),
                        Optional.of(0)));
            }
        }
        return new ConsumerRecords<>(Map.of(assigned, records), Map.of());
    }
}
