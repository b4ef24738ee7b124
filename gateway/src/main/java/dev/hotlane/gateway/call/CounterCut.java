package dev.hotlane.gateway.call;

import dev.hotlane.gateway.view.CounterBody;
import dev.hotlane.protocol.json.JsonText;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Counters as of one sequence. Immutable; any thread.
 *
 * @param sequence the last record that the values contain
 * @param source where they come from: {@code lane}, or another word of the header {@code Hotlane-Source}
 * @param counters the numbers by key
 */
public record CounterCut(long sequence, String source, Map<ByteBuffer, CounterNumbers> counters) {
    /** The values come from the log. */
    public static final String LANE = "lane";

    /** Writes the body of one counter; throws IllegalArgumentException if it is not in the cut. */
    public void write(byte[] key, JsonText out) {
        CounterNumbers numbers = counters.get(ByteBuffer.wrap(key));
        if (numbers == null) {
            throw new IllegalArgumentException("a counter was not read");
        }
        CounterBody.write(key, numbers.value(), numbers.held(), numbers.confirmed(), numbers.version(), out);
    }
}
