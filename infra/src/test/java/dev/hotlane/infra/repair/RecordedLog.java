package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** A command log in memory, read as a topic. Its records have no time. */
final class RecordedLog {
    private static final TopicPartition PARTITION = new TopicPartition("t.commands", 0);

    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private long position;
    private long end;

    /** Appends a record and returns its offset. */
    long append(byte[] value) {
        long offset = end++;
        records.add(new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), offset, null, value));
        return offset;
    }

    /** The last offset + 1. */
    long end() {
        return end;
    }

    /** Leaves out an offset. */
    void gap() {
        end++;
    }

    @SuppressWarnings("unchecked")
    TopicLog asTopic() {
        return new TopicLog(
                (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                        RecordedLog.class.getClassLoader(),
                        new Class<?>[] {Consumer.class},
                        (proxy, method, args) -> answer(method, args)),
                PARTITION);
    }

    private Object answer(Method method, Object[] args) {
        switch (method.getName()) {
            case "assign" -> {
                return null;
            }
            case "beginningOffsets" -> {
                return Map.of(PARTITION, 0L);
            }
            case "position" -> {
                return position;
            }
            case "seek" -> {
                position = (Long) args[1];
                return null;
            }
            case "poll" -> {
                List<ConsumerRecord<byte[], byte[]>> rest = records.stream()
                        .filter(record -> record.offset() >= position)
                        .toList();
                position = end;
                return new ConsumerRecords<>(Map.of(PARTITION, rest), Map.of());
            }
            default -> throw new UnsupportedOperationException("Consumer." + method.getName());
        }
    }
}
