package dev.hotlane.infra.topics;

import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** RULES(1) at the beginning of a log: without it every command is answered UNSUPPORTED. */
final class FirstRules {
    /** Most records read: a log without RULES among them is not one whose creation was interrupted. */
    private static final int LOOKED_AT_MAX = 1_000;

    private final String bootstrapServers;
    private final String topic;
    private String outcome;

    FirstRules(String bootstrapServers, String topic) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
    }

    /** The result, if there is no difference. */
    String outcome() {
        return outcome;
    }

    Optional<Difference> check(String mend) {
        return look().map(missing -> new Difference(missing, mend));
    }

    /** Two creators at once append two RULES(1): the second has no effect, as each version must be the last one + 1. */
    void ensure(Rules rules) {
        if (look().isPresent()) {
            long offset = CommandAppend.append(bootstrapServers, topic, new RecordWriter().rules(rules));
            outcome = "wrote RULES(" + rules.rulesVersion() + ") to " + topic + " at offset " + offset;
        }
    }

    /** Text about missing rules; empty if there are some. */
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
}
