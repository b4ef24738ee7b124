package dev.hotlane.proof.simulation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Kafka's consumer as a start uses it: begin and end of the log, and its records from an offset on. */
final class SimConsumer {
    static final TopicPartition COMMANDS = new TopicPartition("commands", 0);
    private static final int POLL_MAX = 4;

    private final World world;
    private final Chance chance;
    private final BooleanSupplier answered;
    private final SimTopic<Entry> log;
    private long position;
    private boolean paused;
    private TopicPartition assigned = COMMANDS;

    private SimConsumer(World world, Chance chance, BooleanSupplier answered) {
        this.world = world;
        log = world.log;
        this.chance = chance;
        this.answered = answered;
    }

    static Consumer<byte[], byte[]> of(World world) {
        return of(world, world.chance, () -> true);
    }

    /** @param answered whether the broker answers this consumer now */
    @SuppressWarnings("unchecked")
    static Consumer<byte[], byte[]> of(World world, Chance chance, BooleanSupplier answered) {
        SimConsumer consumer = new SimConsumer(world, chance, answered);
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                SimConsumer.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                (proxy, method, args) -> consumer.answer(method, args));
    }

    private Object answer(Method method, Object[] args) {
        switch (method.getName()) {
            case "assign" -> {
                assigned = of(args);
                return null;
            }
            case "close" -> {
                return null;
            }
            case "pause", "resume" -> {
                paused = method.getName().equals("pause");
                return null;
            }
            case "currentLag" -> {
                return OptionalLong.of(log.visible() - position);
            }
            case "beginningOffsets" -> {
                requireAnswer();
                return Map.of(of(args), world.logStart());
            }
            case "endOffsets" -> {
                requireAnswer();
                return Map.of(of(args), (long) log.visible());
            }
            case "position" -> {
                return position;
            }
            case "seek" -> {
                position = args[1] instanceof OffsetAndMetadata at ? at.offset() : (Long) args[1];
                return null;
            }
            case "poll" -> {
                return poll();
            }
            default -> throw new UnsupportedOperationException("Consumer." + method.getName());
        }
    }

    private static TopicPartition of(Object[] args) {
        return (TopicPartition) ((Collection<?>) args[0]).iterator().next();
    }

    private void requireAnswer() {
        if (!answered.getAsBoolean()) {
            throw new TimeoutException("the broker does not answer");
        }
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        if (paused || !answered.getAsBoolean()) {
            return ConsumerRecords.empty();
        }
        if (position < world.logStart()) {
            throw new OffsetOutOfRangeException(Map.of(assigned, position));
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        int most = 1 + chance.below(POLL_MAX);
        while (records.size() < most && position < log.visible()) {
            Entry entry = log.get((int) position);
            records.add(new ConsumerRecord<>(
                    assigned.topic(),
                    assigned.partition(),
                    position++,
                    entry.stamp(),
                    TimestampType.LOG_APPEND_TIME,
                    -1,
                    entry.value().length,
                    entry.key(),
                    entry.value(),
                    new RecordHeaders(),
                    Optional.of(0)));
        }
        return new ConsumerRecords<>(Map.of(assigned, records), Map.of());
    }
}
