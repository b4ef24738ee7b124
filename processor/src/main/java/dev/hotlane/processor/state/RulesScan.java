package dev.hotlane.processor.state;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the RULES that will be in force at the end of a log, before it is replayed. Follows them as apply does: each
 * takes effect if its version is one more, its numbers are valid and its seed is the same. A RULES that a SKIP names
 * takes none. One thread; needs every record of the tail in order.
 */
public final class RulesScan {
    private final RecordView view = new RecordView();
    private final Map<Long, Rules> found = new TreeMap<>();

    /** Reads the record at that offset. Cheap for any record but RULES. */
    public void see(long offset, byte[] key, byte[] value) {
        if (RecordView.mayBe(RecordKind.RULES, value) && view.wrap(key, value) == RecordKind.RULES) {
            found.put(offset, view.rules());
        }
    }

    /**
     * The rules in force after all records that it was passed; null if there are none.
     *
     * @param before those in force before the first of them, null for none
     * @param skipped offsets that the replay steps over, ascending
     * @throws UnknownRulesException at RULES of a format that this build can't read
     */
    public Rules after(Rules before, long[] skipped) {
        Rules current = before;
        for (Map.Entry<Long, Rules> each : found.entrySet()) {
            if (Arrays.binarySearch(skipped, each.getKey()) < 0) {
                current = then(current, each.getKey(), each.getValue());
            }
        }
        return current;
    }

    private static Rules then(Rules current, long offset, Rules next) {
        int version = current == null ? 0 : current.rulesVersion();
        if (next.rulesVersion() != version + 1) {
            return current;
        }
        if (next.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new UnknownRulesException(offset, next.formatVersion(), Rules.KNOWN_FORMAT_MAX);
        }
        boolean valid = next.fault() == null && (current == null || current.hashSeed() == next.hashSeed());
        return valid ? next : current;
    }
}
