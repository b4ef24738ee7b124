package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a counter and a remembered command take of the heap: promised in docs/measurements.md. */
class FootprintTest {
    private static final int KEYS = 1_000_000;
    private static final int ENTRIES = 1 << 22;

    /** Of an {@code add} on a counter below 8,192: the fixed part and its three numbers. */
    private static final int ADD_BYTES = 35 + 4;

    @Test
    void aCounterWithAKeyOf20BytesTakes80BytesAtMost() {
        Counters counters = new Counters();
        byte[] key = new byte[20];
        for (int i = 0; i < KEYS; i++) {
            ByteBuffer.wrap(key).putLong(3, i);
            long hash = counters.hash(key, 0, key.length);
            counters.set(counters.acquire(key, 0, key.length, hash), hash, 1, 1, 0, 0);
        }
        System.out.println("bytes a counter: " + counters.heapBytes() / (double) KEYS);
        assertThat(counters.heapBytes() / (double) KEYS).isLessThanOrEqualTo(80);
    }

    @Test
    void aRememberedAddTakes64BytesAtMost() {
        Window window = new Window();
        byte[] payload = new byte[ADD_BYTES];
        Arrays.fill(payload, (byte) 1);
        for (int i = 0; i < ENTRIES; i++) {
            ByteBuffer.wrap(payload).putLong(0, i);
            window.load(i, payload, 0, payload.length);
        }
        window.endLoad();
        System.out.println("bytes a window entry: " + window.heapBytes() / (double) ENTRIES);
        assertThat(window.heapBytes() / (double) ENTRIES).isLessThanOrEqualTo(64);
    }
}
