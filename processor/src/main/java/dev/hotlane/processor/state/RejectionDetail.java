package dev.hotlane.processor.state;

import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;

/** The numbers of a rejection of the command at hand. Owned by the state thread. */
final class RejectionDetail {
    private int failedOp;
    private long available;
    private long limit;
    private long retryAfterMs;

    /** Starts with the value that an op met; the other numbers are 0. */
    void met(int op, long value) {
        failedOp = op;
        available = value;
        limit = 0;
        retryAfterMs = 0;
    }

    /** Sets a rejection that no single op caused. */
    Verdict of(Verdict verdict, long found, long bound) {
        met(ReplyWriter.NO_OP, found);
        limit = bound;
        return verdict;
    }

    /** Sets the bound that the op met last would have crossed. */
    Verdict bound(Verdict verdict, long bound) {
        limit = bound;
        return verdict;
    }

    /** As {@link #bound}, with the amount found and the ms after which a retry may succeed. */
    Verdict bound(Verdict verdict, long found, long bound, long laterMs) {
        available = found;
        limit = bound;
        retryAfterMs = laterMs;
        return verdict;
    }

    /** The op that failed, or 255. */
    int failedOp() {
        return failedOp;
    }

    /** The amount found. */
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
