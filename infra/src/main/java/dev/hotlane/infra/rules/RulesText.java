package dev.hotlane.infra.rules;

import dev.hotlane.protocol.Rules;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The numbers of a RULES record by name, as an operator reads and sets them. Any thread. */
public final class RulesText {
    /** Drawn once, or counted: no operator sets them. */
    private static final Set<String> FIXED = Set.of("rulesVersion", "hashSeed");

    private RulesText() {}

    /** Every number by its name, in the order of the record. */
    public static Map<String, Long> numbers(Rules rules) {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("rulesVersion", (long) rules.rulesVersion());
        all.put("formatVersion", (long) rules.formatVersion());
        all.put("opsMax", (long) rules.opsMax());
        all.put("readKeysMax", (long) rules.readKeysMax());
        all.put("windowSize", (long) rules.windowSize());
        all.put("windowAgeMs", rules.windowAgeMs());
        all.put("tickSlackMs", rules.tickSlackMs());
        all.put("idFutureMs", rules.idFutureMs());
        all.put("ttlMaxMs", rules.ttlMaxMs());
        all.put("holdRetentionMs", rules.holdRetentionMs());
        all.put("expiriesPerRecord", (long) rules.expiriesPerRecord());
        all.put("countersMax", rules.countersMax());
        all.put("holdsMax", (long) rules.holdsMax());
        all.put("resolvedMax", (long) rules.resolvedMax());
        all.put("hashSeed", rules.hashSeed());
        all.put("stateBytesMax", rules.stateBytesMax());
        all.put("windowBytesMax", rules.windowBytesMax());
        all.put("tenantHoldsMax", (long) rules.tenantHoldsMax());
        return all;
    }

    /** A line NAME=VALUE for each number; the seed in hexadecimal, as in the log. */
    public static String shown(Rules rules) {
        return numbers(rules).entrySet().stream()
                .map(each -> each.getKey() + "="
                        + (each.getKey().equals("hashSeed")
                                ? String.format("%016x", each.getValue())
                                : each.getValue().toString()))
                .collect(Collectors.joining("\n"));
    }

    /**
     * The next rules: those with these changes, and a version that is one higher.
     *
     * @throws RulesException if a name is unknown or not to be set, a number does not fit, the rules would be invalid, or
     *     nothing would change
     */
    static Rules next(Rules rules, Map<String, Long> changes) {
        Map<String, Long> numbers = numbers(rules);
        for (String name : changes.keySet()) {
            if (FIXED.contains(name)) {
                throw new RulesException(name + " can't be set: "
                        + (name.equals("hashSeed")
                                ? "it was drawn when the topics were made, and every key in the state is placed by it."
                                : "each RULES has one more than the last one."));
            }
            if (!numbers.containsKey(name)) {
                throw new RulesException(name + " is no number of the rules. They are: "
                        + numbers.keySet().stream()
                                .filter(each -> !FIXED.contains(each))
                                .collect(Collectors.joining(", "))
                        + ".");
            }
        }
        numbers.putAll(changes);
        if (numbers.equals(numbers(rules))) {
            throw new RulesException("the rules have these numbers already: nothing would change.");
        }
        numbers.merge("rulesVersion", 1L, Long::sum);
        Rules next = rules(numbers);
        if (next.fault() != null) {
            throw new RulesException(next.fault() + ".");
        }
        return next;
    }

    private static Rules rules(Map<String, Long> of) {
        return new Rules(
                number(of, "rulesVersion"),
                number(of, "formatVersion"),
                number(of, "opsMax"),
                number(of, "readKeysMax"),
                number(of, "windowSize"),
                of.get("windowAgeMs"),
                of.get("tickSlackMs"),
                of.get("idFutureMs"),
                of.get("ttlMaxMs"),
                of.get("holdRetentionMs"),
                number(of, "expiriesPerRecord"),
                of.get("countersMax"),
                number(of, "holdsMax"),
                number(of, "resolvedMax"),
                of.get("hashSeed"),
                of.get("stateBytesMax"),
                of.get("windowBytesMax"),
                number(of, "tenantHoldsMax"));
    }

    private static int number(Map<String, Long> of, String name) {
        long value = of.get(name);
        if (value != (int) value) {
            throw new RulesException(name + " must be a number of 32 bits, found " + value + ".");
        }
        return (int) value;
    }
}
