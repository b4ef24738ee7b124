package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All commands of a load in the order of their offsets, replayed on a map of counters. If every answer equals the replay's,
 * each acknowledged command ran exactly once, in one order, and no unit was lost or made. Immutable.
 */
final class History {
    private final List<Intent> intents;

    History(List<Intent> settled) {
        intents = settled.stream()
                .sorted(Comparator.comparingLong(intent -> intent.offset))
                .toList();
    }

    int size() {
        return intents.size();
    }

    /** Offset of the last command, -1 for none. */
    long lastOffset() {
        return intents.isEmpty() ? -1 : intents.get(intents.size() - 1).offset;
    }

    /** Compares every answer with the replay; returns the counters' values after it. */
    Map<String, Long> requireOneOrder() {
        Map<String, Long> counters = new TreeMap<>();
        long last = -1;
        for (Intent intent : intents) {
            assertThat(intent.offset).as("offset of %s", intent).isGreaterThan(last);
            last = intent.offset;
            int refused = firstRefused(intent, counters);
            assertThat(intent.status).as(intent.toString()).isEqualTo(refused < 0 ? 200 : 409);
            if (refused < 0) {
                run(intent, counters);
            } else {
                assertThat(intent.code).as(intent.toString()).isEqualTo("INSUFFICIENT");
                assertThat(intent.failedOp).as("failed op of %s", intent).isEqualTo(refused);
                long available = counters.getOrDefault(intent.counters[refused], 0L);
                assertThat(intent.available).as("available to %s", intent).isEqualTo(available);
            }
        }
        return counters;
    }

    private static int firstRefused(Intent intent, Map<String, Long> counters) {
        for (int i = 0; i < intent.counters.length; i++) {
            if (counters.getOrDefault(intent.counters[i], 0L) + intent.deltas[i] < 0) {
                return i;
            }
        }
        return -1;
    }

    private static void run(Intent intent, Map<String, Long> counters) {
        for (int i = 0; i < intent.counters.length; i++) {
            long previous = counters.getOrDefault(intent.counters[i], 0L);
            long value = previous + intent.deltas[i];
            assertThat(intent.previous[i]).as("op %d of %s", i, intent).isEqualTo(previous);
            assertThat(intent.value[i]).as("op %d of %s", i, intent).isEqualTo(value);
            counters.put(intent.counters[i], value);
        }
    }

    /**
     * Compares every command with the log: decided at its offset, with as many records as its answers allow. The log has
     * no other commands than these and {@code others}.
     */
    void requireIn(Census census, Set<String> others) {
        Map<String, Intent> byKey = new HashMap<>();
        intents.forEach(intent -> byKey.put(intent.call.key(), intent));
        for (Intent intent : intents) {
            List<Long> offsets = census.offsets(intent.call.key());
            assertThat(offsets).as("records of %s", intent).first().isEqualTo(intent.offset);
            assertThat(offsets.size())
                    .as("records of %s: an attempt that was not executed must have none", intent)
                    .isBetween(intent.answered, intent.answered + intent.unknown);
        }
        assertThat(census.ids().stream()
                        .filter(id -> !byKey.containsKey(id) && !others.contains(id))
                        .collect(Collectors.toSet()))
                .as("commands in the log that nobody knows of")
                .isEmpty();
    }
}
