package dev.hotlane.processor.ring;

import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the control records that had no effect on the state. A take-over usually causes a few: the LEAD of the second
 * process, the last TICKs of the deposed leader. More come from a foreign writer. The state thread counts; the thread
 * watch checks once a second and reports a burst in one line.
 */
public final class IgnoredControls {
    private static final Logger log = LoggerFactory.getLogger(IgnoredControls.class);

    /** Kinds of records that are counted here. */
    public static final List<RecordKind> KINDS =
            List.of(RecordKind.TICK, RecordKind.LEAD, RecordKind.RESIGN, RecordKind.RULES, RecordKind.SKIP);

    /** Checks, one a second, between two lines: at most one line a minute. */
    private static final int LOOKS_PER_LINE = 60;

    private final AtomicLongArray counts = new AtomicLongArray(RecordKind.values().length);
    private final RecordView view = new RecordView();
    private final SkipScan scan;
    private volatile long newest;
    private long reported;
    private int looksSinceLine = LOOKS_PER_LINE;

    /** @param from offset of the first record to come */
    IgnoredControls(long from) {
        scan = new SkipScan(from);
    }

    /**
     * Counts an applied record that is neither a command nor a read, if it had no effect. On the state thread.
     *
     * @param accepted whether the state accepted it; for SKIP, whether the record is one that a SKIP names
     */
    void see(RecordKind kind, boolean accepted, long offset, byte[] key, byte[] value) {
        boolean isSkip = kind == RecordKind.SKIP && !accepted;
        boolean ignored = isSkip ? isVoid(offset, key, value) : !accepted && KINDS.contains(kind);
        if (kind == RecordKind.TICK) {
            scan.see(offset, key, value);
        }
        if (ignored) {
            counts.setOpaque(kind.ordinal(), counts.getPlain(kind.ordinal()) + 1);
            newest = offset;
        }
    }

    /** Whether a SKIP names no earlier record, or one that a leader passed according to a TICK. */
    private boolean isVoid(long offset, byte[] key, byte[] value) {
        if (view.wrap(key, value) != RecordKind.SKIP) {
            return false;
        }
        long skipped = view.skippedOffset();
        return skipped < 0 || skipped >= offset || scan.passed(skipped);
    }

    /** Records of that kind since the start. Any thread. */
    public long count(RecordKind kind) {
        return counts.getOpaque(kind.ordinal());
    }

    /** Reports a burst of such records; called once a second on the thread watch. */
    public void look() {
        String line = line();
        if (line != null) {
            log.warn(line);
        }
    }

    /** The line to report at this check, null for none. */
    String line() {
        looksSinceLine = Math.min(looksSinceLine + 1, LOOKS_PER_LINE);
        long total = KINDS.stream().mapToLong(this::count).sum();
        if (total == reported || looksSinceLine < LOOKS_PER_LINE) {
            return null;
        }
        long more = total - reported;
        reported = total;
        looksSinceLine = 0;
        String each = KINDS.stream()
                .filter(kind -> count(kind) > 0)
                .map(kind -> kind + " " + count(kind))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%d control records had no effect, the newest at offset %d (since the start: %s). A few at a take-over are"
                        + " usual. If hotlane_control_records_ignored_total grows without one, find out who writes to the"
                        + " command topic",
                more,
                newest,
                each);
    }
}
