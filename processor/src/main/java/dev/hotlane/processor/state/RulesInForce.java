package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.RulesCodec;

/** The rules in force, and the change to the next ones. Owned by the state thread. */
final class RulesInForce {
    private final Counters counters;
    private final Holds holds;
    private final Outcomes outcomes;
    private Rules rules;
    private byte[] encoded = {};
    private long hash;

    RulesInForce(Counters counters, Holds holds, Outcomes outcomes) {
        this.counters = counters;
        this.holds = holds;
        this.outcomes = outcomes;
    }

    /** Null before the first RULES. */
    Rules rules() {
        return rules;
    }

    /** The rules as bytes, not to be changed; empty before the first RULES. */
    byte[] encoded() {
        return encoded;
    }

    /** The rules' part of the digest, 0 before the first RULES. */
    long hash() {
        return hash;
    }

    /** Puts the rules of a checkpoint in force, while everything is empty. */
    void load(Rules stored) {
        if (stored != null) {
            seed(stored.hashSeed());
            enforce(stored);
        }
    }

    /** Puts {@code next} in force if valid. Checks the format before what a newer build may judge otherwise. */
    boolean put(long offset, Rules next) {
        int current = rules == null ? 0 : rules.rulesVersion();
        if (next.rulesVersion() != current + 1) {
            return false;
        }
        if (next.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new UnknownRulesException(offset, next.formatVersion(), Rules.KNOWN_FORMAT_MAX);
        }
        if (next.fault() != null || rules != null && next.hashSeed() != rules.hashSeed()) {
            return false;
        }
        if (rules == null) {
            seed(next.hashSeed());
        }
        enforce(next);
        return true;
    }

    private void seed(long seed) {
        counters.seed(seed);
        holds.seed(seed);
        outcomes.window().seed(seed);
    }

    private void enforce(Rules next) {
        rules = next;
        encoded = RulesCodec.encode(next);
        hash = Hash.of(encoded, 0, encoded.length, 0);
    }
}
