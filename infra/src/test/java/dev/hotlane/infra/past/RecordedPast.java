package dev.hotlane.infra.past;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A command log in memory, with append times. Each {@link #span} is a reader of its own. */
final class RecordedPast {
    static final TopicPartition PARTITION = new TopicPartition("t.commands", 0);
    private static final int POLL_RECORDS = 7;

    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private long start;
    private volatile long shown = Long.MAX_VALUE;

    void append(long timestamp, byte[] key, byte[] value) {
        records.add(new ConsumerRecord<>(
                PARTITION.topic(),
                PARTITION.partition(),
                records.size(),
                timestamp,
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                key,
                value,
                new RecordHeaders(),
                Optional.of(3)));
    }

    ConsumerRecord<byte[], byte[]> record(long offset) {
        return records.get((int) offset);
    }

    long end() {
        return records.size();
    }

    /** The records before that offset are gone. */
    void deleteBefore(long offset) {
        start = offset;
    }

    /** The log ends there for readers, until more is shown. */
    void showBelow(long offset) {
        shown = offset;
    }

    @SuppressWarnings("unchecked")
    LogSpan span() {
        long[] position = new long[1];
        return new LogSpan(
                (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                        RecordedPast.class.getClassLoader(),
                        new Class<?>[] {Consumer.class},
                        (proxy, method, args) -> answer(method, args, position)),
                PARTITION);
    }

    private Object answer(Method method, Object[] args, long[] position) {
        return switch (method.getName()) {
            case "assign", "close" -> null;
            case "beginningOffsets" -> Map.of(PARTITION, start);
            case "endOffsets" -> Map.of(PARTITION, Math.min(shown, end()));
            case "position" -> position[0];
            case "seek" -> {
                position[0] = (Long) args[1];
                yield null;
            }
            case "poll" -> {
                int from = (int) position[0];
                int to = (int) Math.max(from, Math.min(Math.min(shown, end()), from + POLL_RECORDS));
                position[0] = to;
                yield new ConsumerRecords<>(Map.of(PARTITION, List.copyOf(records.subList(from, to))), Map.of());
            }
            case "offsetsForTimes" -> offsetAt((Long) ((Map<?, ?>) args[0]).get(PARTITION));
            default -> throw new UnsupportedOperationException("Consumer." + method.getName());
        };
    }

    private Map<TopicPartition, OffsetAndTimestamp> offsetAt(long time) {
        return records.stream()
                .filter(record -> record.offset() >= start && record.timestamp() >= time)
                .findFirst()
                .map(record -> Map.of(PARTITION, new OffsetAndTimestamp(record.offset(), record.timestamp())))
                .orElse(Map.of());
    }
}
