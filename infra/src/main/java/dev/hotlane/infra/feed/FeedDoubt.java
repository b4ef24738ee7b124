package dev.hotlane.infra.feed;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;

/**
 * Handles a TICK in the reigning leader's name that contradicts the feed's state, as a following processor does: it has
 * no effect, and no cut ends there. Three in a row over a second of the broker's time, and none that agrees between
 * them, end the feed; a SKIP of the last one ends the doubt. So a replay does not end the feed before the last
 * SKIP that it found at its start. Processors count a second of their own clock, as they must end although no further TICK
 * comes; a feed may wait (decision 41). Owned by the feed's thread.
 */
final class FeedDoubt {
    private static final int IN_A_ROW = 3;
    private static final long ENDS_AFTER_MS = 1_000;

    private final RecordView view = new RecordView();
    private long skipped = -1;
    private long lastOffset = -1;
    private long since;
    private int inARow;

    /** The log has a SKIP of that offset, and of none behind it. */
    void skipsUpTo(long offset) {
        skipped = offset;
    }

    /** A TICK contradicts; throws HaltReason if the doubt is over. */
    void contradicted(long offset, long timestamp, RuntimeException why) {
        if (inARow++ == 0) {
            since = timestamp;
        }
        lastOffset = offset;
        if (inARow >= IN_A_ROW && timestamp - since >= ENDS_AFTER_MS && offset > skipped) {
            throw new HaltReason(ExitCode.DIVERGED, why.getMessage() + ". Nothing of this cut was published", why);
        }
    }

    /** A TICK of the reigning leader agrees. */
    void end() {
        inARow = 0;
    }

    /** A SKIP, or a record that was stepped over because of one. */
    void skipped(boolean steppedOver, byte[] value) {
        RecordKind kind = view.wrap(null, value);
        boolean names = kind == RecordKind.SKIP && view.skippedOffset() == lastOffset;
        if (steppedOver ? kind == RecordKind.TICK : names) {
            end();
        }
    }
}
