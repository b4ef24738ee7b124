package dev.hotlane.infra.topics;

import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.topics.TopicsReport.Difference;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.Optional;

/** RULES(1) at the beginning of a log: without it every command is answered UNSUPPORTED. */
final class FirstRules {
    /** Most records read: a log without RULES among them is not one whose creation was interrupted. */
    private static final int LOOKED_AT_MAX = 1_000;

    private final KafkaConnection kafka;
    private final String topic;
    private String outcome;

    FirstRules(KafkaConnection kafka, String topic) {
        this.kafka = kafka;
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
            long offset = CommandAppend.append(kafka, topic, new RecordWriter().rules(rules));
            outcome = "wrote RULES(" + rules.rulesVersion() + ") to " + topic + " at offset " + offset;
        }
    }

    /** Text about missing rules; empty if there are some. */
    private Optional<String> look() {
        try (TopicLog log = new TopicLog(kafka, topic)) {
            long start = log.startOffset();
            if (start > 0) {
                outcome = topic + " starts at offset " + start + ": its first records, with the rules, were deleted";
                return Optional.empty();
            }
            long end = log.endOffset();
            RecordView view = new RecordView();
            boolean found = log.any(0, Math.min(end, LOOKED_AT_MAX), record -> {
                boolean rules = view.wrap(record.key(), record.value()) == RecordKind.RULES;
                outcome = rules
                        ? topic + " has RULES(" + view.rules().rulesVersion() + ") at offset " + record.offset()
                        : outcome;
                return rules;
            });
            if (found) {
                return Optional.empty();
            }
            return Optional.of(topic + " has " + end + " records and no RULES among the first " + LOOKED_AT_MAX);
        }
    }
}
