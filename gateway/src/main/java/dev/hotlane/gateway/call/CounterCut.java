package dev.hotlane.gateway.call;

import dev.hotlane.protocol.json.JsonText;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Counters as of one sequence. Immutable; any thread.
 *
 * @param sequence the last record that the values contain
 * @param staleMs upper bound of their age; 0 from the log
 * @param fromView whether they come from the view; else from the log
 * @param bodies the body of each counter by its key, not copied
 */
public record CounterCut(long sequence, long staleMs, boolean fromView, Map<ByteBuffer, byte[]> bodies) {
    /** Writes the body of one counter; throws IllegalArgumentException if it is not in the cut. */
    public void write(byte[] key, JsonText out) {
        byte[] body = bodies.get(ByteBuffer.wrap(key));
        if (body == null) {
            throw new IllegalArgumentException("a counter was not read");
        }
        out.raw(body);
    }
}
