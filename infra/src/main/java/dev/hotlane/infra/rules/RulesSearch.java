package dev.hotlane.infra.rules;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Follows the RULES of a log as apply does: each takes effect if its version is one more, its numbers are valid and its
 * seed is the same. A RULES that a SKIP names takes none. One thread.
 */
final class RulesSearch {
    private final TopicLog log;

    RulesSearch(TopicLog log) {
        this.log = log;
    }

    /**
     * The rules in force before offset {@code to}; null if there are none.
     *
     * @param rules those in force before {@code from}, null for none
     */
    Rules before(long to, long from, Rules rules) {
        Map<Long, Rules> found = new TreeMap<>();
        SkipScan skips = new SkipScan(from);
        RecordView view = new RecordView();
        log.read(from, to, record -> {
            skips.see(record.offset(), record.key(), record.value());
            if (RecordView.mayBe(RecordKind.RULES, record.value())
                    && view.wrap(record.key(), record.value()) == RecordKind.RULES) {
                found.put(record.offset(), view.rules());
            }
        });
        found.keySet().removeAll(Arrays.stream(skips.offsets()).boxed().toList());
        Rules current = rules;
        for (Map.Entry<Long, Rules> each : found.entrySet()) {
            current = then(current, each.getKey(), each.getValue());
        }
        return current;
    }

    private static Rules then(Rules current, long offset, Rules next) {
        int version = current == null ? 0 : current.rulesVersion();
        if (next.rulesVersion() != version + 1) {
            return current;
        }
        if (next.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new RulesException("the RULES at offset " + offset + " are of format " + next.formatVersion()
                    + ", this build reads up to " + Rules.KNOWN_FORMAT_MAX + ": use the build of the processors.");
        }
        boolean valid = next.fault() == null && (current == null || current.hashSeed() == next.hashSeed());
        return valid ? next : current;
    }
}
