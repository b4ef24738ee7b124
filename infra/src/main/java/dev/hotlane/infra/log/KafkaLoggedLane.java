package dev.hotlane.infra.log;

import dev.hotlane.console.care.LaneCare;
import dev.hotlane.console.log.LogUnreadableException;
import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.log.LoggedRecord;
import dev.hotlane.console.log.OpenLog;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.Denial;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** The topics of a lane, for the console: read only, without a group. Any thread. */
public final class KafkaLoggedLane implements LoggedLane {
    private static final int PATIENCE_MS = 5_000;

    private final KafkaConnection kafka;
    private final String lane;
    private final LaneCare care;

    /** Connects when a topic is opened. */
    public KafkaLoggedLane(KafkaConnection kafka, LaneCare care) {
        this.kafka = kafka;
        this.care = care;
        lane = care.lane();
    }

    @Override
    public OpenLog commands() {
        return open(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION);
    }

    @Override
    public OpenLog replies(int partition) {
        return open(TopicSpec.replies(lane, 1).name(), partition);
    }

    @Override
    public LaneCare care() {
        return care;
    }

    private OpenLog open(String topic, int partition) {
        OpenTopic open = answered(topic, () -> new OpenTopic(topic, TopicLog.of(kafka, topic, partition, PATIENCE_MS)));
        boolean exists = false;
        try {
            exists = answered(topic, open.log::exists);
        } finally {
            if (!exists) {
                open.close();
            }
        }
        if (!exists) {
            throw new LogUnreadableException(
                    "Topic " + topic + " does not exist at " + kafka.bootstrapServers()
                            + ": name the right lane (--lane) and brokers.",
                    null);
        }
        return open;
    }

    private <T> T answered(String topic, Supplier<T> request) {
        try {
            return request.get();
        } catch (KafkaException e) {
            String why = Denial.of(e, kafka)
                    .orElse(topic + " can't be read at " + kafka.bootstrapServers() + ": " + e.getMessage());
            throw new LogUnreadableException(why, e);
        }
    }

    /** One partition, with the console's exception in place of Kafka's. */
    private final class OpenTopic implements OpenLog {
        private final String topic;
        private final TopicLog log;

        OpenTopic(String topic, TopicLog log) {
            this.topic = topic;
            this.log = log;
        }

        @Override
        public long startOffset() {
            return answered(topic, log::startOffset);
        }

        @Override
        public long endOffset() {
            return answered(topic, log::endOffset);
        }

        @Override
        public long offsetAt(long time) {
            return answered(topic, () -> log.offsetAt(time));
        }

        @Override
        public void seek(long offset) {
            log.seek(offset);
        }

        @Override
        public long position() {
            return answered(topic, log::position);
        }

        @Override
        public List<LoggedRecord> poll() {
            return answered(
                    topic,
                    () -> log.poll().stream()
                            .map(record ->
                                    new LoggedRecord(record.offset(), record.timestamp(), record.key(), record.value()))
                            .toList());
        }

        @Override
        public void close() {
            log.close();
        }
    }
}
