package dev.hotlane.infra.rules;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.state.RulesScan;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.protocol.Rules;

/** Finds the rules in force at an offset of a log, as apply would. One thread. */
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
        SkipScan skips = new SkipScan(from);
        RulesScan found = new RulesScan();
        log.read(from, to, record -> {
            skips.see(record.offset(), record.key(), record.value());
            found.see(record.offset(), record.key(), record.value());
        });
        try {
            return found.after(rules, skips.offsets());
        } catch (UnknownRulesException e) {
            throw new RulesException(e.getMessage() + ": use the build of the processors.");
        }
    }
}
