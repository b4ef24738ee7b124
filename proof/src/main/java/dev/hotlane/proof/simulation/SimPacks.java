package dev.hotlane.proof.simulation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** The view topic, and the consumers that read it. */
final class SimPacks {
    private static final TopicPartition PARTITION = new TopicPartition(SimViews.TOPIC, 0);
    private static final int POLL_MAX = 4;

    private final World world;
    private final List<Pack> records = new ArrayList<>();
    private final BitSet lost = new BitSet();

    private record Pack(byte[] value, long stamp) {}

    SimPacks(World world) {
        this.world = world;
    }

    void append(byte[] value) {
        records.add(new Pack(value, world.wallMillis() + world.weather.brokerSkewMillis()));
    }

    /** The broker loses its newest records. Who read one of them keeps it. */
    void lose(int count) {
        lost.set(Math.max(0, records.size() - count), records.size());
        world.tally.count("packs lost by the broker", Math.min(count, records.size()));
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
        Place at = new Place();
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                SimPacks.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                (proxy, method, args) -> at.answer(method, args));
    }

    /** Where one consumer reads. */
    private final class Place {
        private int next;

        Object answer(Method method, Object[] args) {
            switch (method.getName()) {
                case "assign", "close" -> {
                    return null;
                }
                case "partitionsFor" -> {
                    boolean away = world.weather.brokerAway();
                    return away ? List.of() : List.of(new PartitionInfo(SimViews.TOPIC, 0, null, null, null));
                }
                case "offsetsForTimes" -> {
                    return from((Long) ((Map<?, ?>) args[0]).get(PARTITION));
                }
                case "seek" -> next = Math.toIntExact((Long) args[1]);
                case "seekToEnd" -> {
                    boolean mine = ((Collection<?>) args[0]).contains(PARTITION);
                    next = mine ? records.size() : next;
                }
                case "position" -> {
                    return (long) next;
                }
                case "poll" -> {
                    return poll();
                }
                default -> throw new UnsupportedOperationException("Consumer." + method.getName());
            }
            return null;
        }

        private Map<TopicPartition, OffsetAndTimestamp> from(long stamp) {
            for (int offset = 0; offset < records.size(); offset++) {
                if (records.get(offset).stamp() >= stamp) {
                    return Map.of(
                            PARTITION,
                            new OffsetAndTimestamp(offset, records.get(offset).stamp()));
                }
            }
            return Map.of();
        }

        private ConsumerRecords<byte[], byte[]> poll() {
            List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
            int most = world.weather.brokerAway() ? 0 : 1 + world.views.chance.below(POLL_MAX);
            while (found.size() < most && next < records.size()) {
                if (!lost.get(next)) {
                    byte[] value = records.get(next).value();
                    found.add(new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), next, null, value));
                }
                next++;
            }
            return new ConsumerRecords<>(Map.of(PARTITION, found), Map.of());
        }
    }
}
