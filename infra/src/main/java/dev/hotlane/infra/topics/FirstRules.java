package dev.hotlane.infra.topics;

import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** RULES(1) at the beginning of a log: until it stands there, every command is answered UNSUPPORTED. */
final class FirstRules {
    /** A log that starts with more than so many other records is not one whose creation was interrupted. */
    private static final int LOOKED_AT_MAX = 1_000;

    private final String bootstrapServers;
    private final String topic;
    private String outcome;

    FirstRules(String bootstrapServers, String topic) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
    }

    /** What was found or done, when there is no difference. */
    String outcome() {
        return outcome;
    }

    Optional<Difference> check(String mend) {
        return look().map(missing -> new Difference(missing, mend));
    }

    /** Two creators at once write two RULES(1): the second changes nothing, since rules only go up by one. */
    void ensure(Rules rules) {
        if (look().isPresent()) {
            long offset = write(new RecordWriter().rules(rules));
            outcome = "wrote RULES(" + rules.rulesVersion() + ") to " + topic + " at offset " + offset;
        }
    }

    /** What is missing, if something is. */
    private Optional<String> look() {
        try (CommandLog log = new CommandLog(bootstrapServers, topic)) {
            long start = log.startOffset();
            if (start > 0) {
                outcome = topic + " starts at offset " + start + ": its first records, with the rules, were deleted";
                return Optional.empty();
            }
            long end = log.endOffset();
            RecordView view = new RecordView();
            log.seek(0);
            while (log.position() < Math.min(end, LOOKED_AT_MAX)) {
                for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                    if (view.wrap(record.key(), record.value()) == RecordKind.RULES) {
                        outcome =
                                topic + " has RULES(" + view.rules().rulesVersion() + ") at offset " + record.offset();
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(topic + " has " + end + " records and no RULES among the first " + LOOKED_AT_MAX);
        }
    }

    private long write(byte[] value) {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                Topics.PATIENCE_MS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                2 * Topics.PATIENCE_MS,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                Topics.PATIENCE_MS);
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            return producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, null, value))
                    .get()
                    .offset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }
}
