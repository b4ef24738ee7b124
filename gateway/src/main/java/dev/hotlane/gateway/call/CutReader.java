package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.Code;
import java.nio.ByteBuffer;
import java.util.Set;

/** Reads many counters, all as of one sequence. Belongs to one event loop. */
public interface CutReader {
    /**
     * Calls the receiver once, on this event loop, maybe before it returns. Throws RequestRefused if the read can't
     * start; then it does not call the receiver.
     *
     * @param keys one at least; not copied
     * @param trace the caller's W3C trace context unchanged, or null
     */
    void read(Set<ByteBuffer> keys, String trace, Receiver receiver);

    /** Takes the outcome of a read. */
    interface Receiver {
        /** The counters. */
        void received(CounterCut cut);

        /** A problem instead. */
        void refused(Code code, String detail);
    }
}
