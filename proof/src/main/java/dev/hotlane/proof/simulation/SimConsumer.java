package dev.hotlane.proof.simulation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Kafka's consumer as a start uses it: begin and end of the log, and its records from an offset on. */
final class SimConsumer {
    static final TopicPartition COMMANDS = new TopicPartition("commands", 0);
    private static final int POLL_MAX = 4;

    private final World world;
    private long position;

    private SimConsumer(World world) {
        this.world = world;
    }

    @SuppressWarnings("unchecked")
    static Consumer<byte[], byte[]> of(World world) {
        SimConsumer consumer = new SimConsumer(world);
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                SimConsumer.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                (proxy, method, args) -> consumer.answer(method, args));
    }

    private Object answer(Method method, Object[] args) {
        switch (method.getName()) {
            case "assign" -> {
                return null;
            }
            case "beginningOffsets" -> {
                return Map.of(COMMANDS, world.logStart());
            }
            case "endOffsets" -> {
                return Map.of(COMMANDS, (long) world.log.visible());
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

    private ConsumerRecords<byte[], byte[]> poll() {
        if (position < world.logStart()) {
            throw new OffsetOutOfRangeException(Map.of(COMMANDS, position));
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        int most = 1 + world.chance.below(POLL_MAX);
        while (records.size() < most && position < world.log.visible()) {
            Entry entry = world.log.get((int) position);
            records.add(new ConsumerRecord<>(
                    COMMANDS.topic(),
                    COMMANDS.partition(),
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
        return new ConsumerRecords<>(Map.of(COMMANDS, records), Map.of());
    }
}
