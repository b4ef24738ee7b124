package dev.hotlane.processor.state;

import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;

/** Why the command at hand is refused, in numbers. Owned by the state thread. */
final class RejectionDetail {
    private int failedOp;
    private long available;
    private long limit;
    private long retryAfterMs;

    /** Nothing is known yet but the value that an op met. */
    void met(int op, long value) {
        failedOp = op;
        available = value;
        limit = 0;
        retryAfterMs = 0;
    }

    /** No single op is at fault. */
    Verdict of(Verdict verdict, long found, long bound) {
        met(ReplyWriter.NO_OP, found);
        limit = bound;
        return verdict;
    }

    /** The op that was met last would have crossed that bound. */
    Verdict bound(Verdict verdict, long bound) {
        limit = bound;
        return verdict;
    }

    /** As {@link #bound}, but {@code found} was there, and it may go later. */
    Verdict bound(Verdict verdict, long found, long bound, long laterMs) {
        available = found;
        limit = bound;
        retryAfterMs = laterMs;
        return verdict;
    }

    /** The op at fault, or 255. */
    int failedOp() {
        return failedOp;
    }

    /** What was there. */
    long available() {
        return available;
    }

    /** The bound that would have been crossed; for a VERSION_MISMATCH the version met. */
    long limit() {
        return limit;
    }

    long retryAfterMs() {
        return retryAfterMs;
    }
}
