package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Finds the records of a log that an operator skipped: the SKIP may be far behind the record. Owned by one thread. */
final class SkipCheck {
    private final Set<Long> skipped = new HashSet<>();
    private long passed;

    static Set<Long> of(Path log) throws IOException {
        SkipCheck skips = new SkipCheck();
        Lines.each(
                log,
                line -> line.contains("\"kind\":\"TICK\"") || line.contains("\"kind\":\"SKIP\""),
                (record, line) -> skips.see(record));
        return skips.skipped;
    }

    /** A SKIP is void if a TICK before it reports the record as applied by a leader. */
    private void see(TableRow record) {
        long offset = record.number("offset");
        if ("SKIP".equals(record.text("kind"))) {
            long named = record.number("skippedOffset");
            if (named >= passed && named < offset) {
                skipped.add(named);
            }
        } else if (record.number("applied", 0) <= offset) {
            passed = Math.max(passed, record.number("applied", 0));
        }
    }
}
