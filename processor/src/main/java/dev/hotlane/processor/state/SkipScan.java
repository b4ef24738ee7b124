package dev.hotlane.processor.state;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.util.Arrays;

/**
 * Finds the records that a replay must step over, before it begins: those that a later SKIP names. A SKIP has no effect
 * if a TICK before it reports the record as applied by a leader: then the record did no harm, and may have been
 * answered. The log alone decides, so every reader decides alike. One thread; needs every record of the tail in order.
 */
public final class SkipScan {
    /** Most offsets that an operator's tool skips in one gap. A scan accepts any number: any writer may append them. */
    public static final int SKIPS_MAX = 100_000;

    private final RecordView view = new RecordView();
    private final long from;
    private long[] offsets = new long[4];
    private int count;
    private long passed;

    /** @param from first offset that will be passed to it, the first one that the replay applies */
    public SkipScan(long from) {
        this.from = from;
    }

    /** Reads the record at that offset. Cheap for any record but SKIP and TICK. */
    public void see(long offset, byte[] key, byte[] value) {
        if (!RecordView.mayBe(RecordKind.SKIP, value) && !RecordView.mayBe(RecordKind.TICK, value)) {
            return;
        }
        RecordKind kind = view.wrap(key, value);
        if (kind == RecordKind.TICK && view.tick().applied() <= offset) {
            passed = Math.max(passed, view.tick().applied());
        } else if (kind == RecordKind.SKIP) {
            skip(view.skippedOffset(), offset);
        }
    }

    private void skip(long skipped, long offset) {
        if (skipped < from || skipped >= offset || passed > skipped) {
            return;
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, count * 2);
        }
        offsets[count++] = skipped;
    }

    /** Whether a TICK seen so far reports that record as applied by a leader. */
    public boolean passed(long offset) {
        return passed > offset;
    }

    /** Offsets to step over, ascending. At most one for each SKIP, of any writer. */
    public long[] offsets() {
        long[] ascending = Arrays.copyOf(offsets, count);
        Arrays.sort(ascending);
        int kept = 0;
        for (long each : ascending) {
            if (kept == 0 || ascending[kept - 1] != each) {
                ascending[kept++] = each;
            }
        }
        return Arrays.copyOf(ascending, kept);
    }
}
