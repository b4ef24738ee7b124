package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares a lane's command topic with a checkpoint: a snapshot is of use only if the log continues it. Blocking; any
 * thread. Throws {@link SnapshotException} if the log does not continue it, or can't be read.
 */
public final class LaneLog {
    private final KafkaConnection kafka;
    private final String lane;

    /** The log of that lane, on these brokers. */
    public LaneLog(KafkaConnection kafka, String lane) {
        this.kafka = kafka;
        this.lane = lane;
    }

    /** Returns if a processor that loads this checkpoint could replay the log from there; else throws. */
    void requireContinues(Identity identity, Meta cut) {
        String topic = TopicSpec.commands(lane).name();
        try {
            Identity now = TopicAdmin.identity(kafka, lane);
            if (!identity.equals(now)) {
                throw new SnapshotException("the checkpoint belongs to topic id " + identity.topicId() + " of cluster "
                        + identity.clusterId() + ", and " + topic + " has the id " + now.topicId() + " in cluster "
                        + now.clusterId() + ". Name the right lane, brokers and database");
            }
            try (KafkaConsumer<byte[], byte[]> consumer = new LogClients(kafka, lane).reader()) {
                requireContinues(new LogCheck(consumer, new TopicPartition(topic, TopicSpec.COMMAND_PARTITION)), cut);
            }
        } catch (KafkaException e) {
            throw new SnapshotException("the log can't be looked at: " + e.getMessage(), e);
        }
    }

    /** Checks as a processor does at its start, with the same message. */
    public static void requireContinues(LogCheck log, Meta cut) {
        try {
            long start = log.start();
            log.fits(cut, start, log.end());
        } catch (HaltReason e) {
            throw new SnapshotException(
                    "a processor could not go on from there (" + e.code().number() + " " + e.code() + "): "
                            + e.getMessage(),
                    e);
        }
    }
}
