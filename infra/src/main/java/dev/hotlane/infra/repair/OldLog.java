package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * The log that a checkpoint was made of; it may still exist under another lane's name and have a processor. One thread,
 * blocking.
 */
final class OldLog {
    private final KafkaConnection kafka;
    private final CheckpointMeta stored;
    private final Consumer<String> out;

    OldLog(KafkaConnection kafka, CheckpointMeta stored, Consumer<String> out) {
        this.kafka = kafka;
        this.stored = stored;
        this.out = out;
    }

    /** Rejects if a processor writes to it; reports the number of its records that MySQL does not hold. */
    void requireStill() {
        Optional<String> topic = find();
        if (topic.isEmpty()) {
            out.accept("the checkpoint's own topic is not in this cluster: only MySQL can show a processor on it");
            return;
        }
        try (TopicLog log = new TopicLog(kafka, topic.get())) {
            long end = new Stillness(log, topic.get()).require();
            out.accept(Stillness.told(topic.get()));
            long behind = end - stored.cut().nextOffset;
            if (behind > 0) {
                out.accept("the checkpoint's own log still exists, " + topic.get() + ": MySQL stands at "
                        + stored.cut().nextOffset + ", it ends at " + end + ". Its last " + behind
                        + " records are given up; a processor on it would apply them");
            }
        }
    }

    private Optional<String> find() {
        try (TopicAdmin brokers = new TopicAdmin(kafka)) {
            return brokers.nameOf(stored.identity().topicId());
        } catch (KafkaException e) {
            throw new KafkaException("the topics could not be listed: " + e.getMessage(), e);
        }
    }
}
