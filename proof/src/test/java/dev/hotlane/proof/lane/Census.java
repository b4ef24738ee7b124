package dev.hotlane.proof.lane;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The content of a command topic: the offsets of each id, and the number of records of each kind. */
final class Census {
    private final Map<String, List<Long>> commands = new HashMap<>();
    private final Map<RecordKind, Integer> kinds = new EnumMap<>(RecordKind.class);

    private final Map<RecordKind, Long> last = new EnumMap<>(RecordKind.class);
    private final Map<RecordKind, Long> lastTime = new EnumMap<>(RecordKind.class);

    private Census() {}

    /** Reads the whole topic to its present end. */
    static Census of(KafkaConnection kafka, String lane) {
        Census census = new Census();
        RecordView view = new RecordView();
        try (TopicLog log = new TopicLog(kafka, TopicSpec.commands(lane).name())) {
            log.read(
                    log.startOffset(),
                    log.endOffset(),
                    record -> census.count(view.wrap(record.key(), record.value()), record));
        }
        return census;
    }

    private void count(RecordKind kind, ConsumerRecord<byte[], byte[]> record) {
        kinds.merge(kind, 1, Integer::sum);
        last.put(kind, record.offset());
        lastTime.put(kind, record.timestamp());
        if (kind == RecordKind.COMMAND) {
            String id = new String(record.key(), StandardCharsets.US_ASCII);
            commands.computeIfAbsent(id, unseen -> new ArrayList<>(1)).add(record.offset());
        }
    }

    /** Ids of all commands. */
    Set<String> ids() {
        return commands.keySet();
    }

    /** Offsets of the commands of that id, ascending. */
    List<Long> offsets(String id) {
        return commands.getOrDefault(id, List.of());
    }

    int count(RecordKind kind) {
        return kinds.getOrDefault(kind, 0);
    }

    /** The broker's time of the last record of that kind, epoch milliseconds. */
    long lastTime(RecordKind kind) {
        return lastTime.get(kind);
    }

    /** Offset of the last record of that kind, -1 for none. */
    long last(RecordKind kind) {
        return last.getOrDefault(kind, -1L);
    }
}
