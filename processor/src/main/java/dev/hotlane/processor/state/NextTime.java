package dev.hotlane.processor.state;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;

/** Computes from a state and its next record where T would go, and changes nothing. The thread that owns the state. */
public final class NextTime {
    private final Leadership leadership;
    private final Holds holds;
    private final Skips skips;
    private final Rules rules;

    NextTime(Leadership leadership, Holds holds, Skips skips, Rules rules) {
        this.leadership = leadership;
        this.holds = holds;
        this.skips = skips;
        this.rules = rules;
    }

    /**
     * Whether T exceeds {@code time} after the record at {@code offset}, the state's next one. T does not while more
     * holds than one record expires are due by then.
     */
    public boolean exceeds(long time, long offset, long timestamp, byte[] key, byte[] value) {
        if (leadership.logTime() > time) {
            return true;
        }
        if (timestamp <= time || skips.mayTake(offset)) {
            return false;
        }
        RecordView view = new RecordView();
        RecordKind kind = view.wrap(key, value);
        if (kind == RecordKind.GARBAGE) {
            return false;
        }
        long ceiling =
                kind == RecordKind.TICK ? leadership.ceilingAfter(view.tick(), offset, rules) : leadership.ceiling();
        if (leadership.allowed(timestamp, ceiling) <= time) {
            return false;
        }
        int most = rules == null ? 0 : rules.expiriesPerRecord();
        return rules == null || holds.open() == 0 || holds.expiring(time + 1, most + 1) <= most;
    }
}
