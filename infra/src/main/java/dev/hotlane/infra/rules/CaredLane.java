package dev.hotlane.infra.rules;

import dev.hotlane.console.care.LaneCare;
import dev.hotlane.console.log.LogUnreadableException;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.KafkaException;

/** What the console's view Care shows of a lane: its names and its rules. Without state. */
public final class CaredLane {
    private static final String NO_DATABASE =
            "The rules are not shown: without --mysql-url the console would read the log from its"
                    + " start for them. The command hotlane rules show prints them.";

    private CaredLane() {}

    /**
     * A lane of these names.
     *
     * @param mysql its checkpoint, from which on the log is read for the rules; null: they are not shown
     * @param sources what the console reads, as the operator wrote it
     */
    public static LaneCare of(KafkaConnection kafka, String lane, FlushSettings mysql, List<String> sources) {
        boolean named = sources.stream().noneMatch(source -> source.startsWith("dns:"));
        return new LaneCare(
                lane,
                kafka.file().isPresent() ? null : kafka.bootstrapServers(),
                mysql == null || mayHoldSecret(mysql.mysql().url())
                        ? null
                        : mysql.mysql().url(),
                named ? sources : List.of(),
                () -> rules(kafka, lane, mysql));
    }

    private static boolean mayHoldSecret(String url) {
        return url.contains("@") || url.toLowerCase(Locale.ROOT).contains("password");
    }

    private static Map<String, Long> rules(KafkaConnection kafka, String lane, FlushSettings mysql) {
        if (mysql == null) {
            throw new IllegalArgumentException(NO_DATABASE);
        }
        try {
            return RulesText.numbers(
                    new RulesChange(kafka, lane, mysql, line -> {}, RulesChange.IN_FORCE_MAX).inForce());
        } catch (RulesException | FlusherException | KafkaException e) {
            throw new LogUnreadableException("The rules can't be read: " + e.getMessage(), e);
        }
    }
}
