package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotlane.protocol.Meta;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZeroAllocationTest {
    private static final int KEYS = 5_000;
    private static final int ROUND = 100_000;
    private static final int ROUNDS_MAX = 20;
    /** What the JVM charges to a thread for compiling its code: hence several rounds, of which one must be clean. */
    private static final long BYTES_MAX = ROUND / 100;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[][] keys = new byte[KEYS][];
    private final long[] hashes = new long[KEYS];
    private final Meta cut = new Meta();

    ZeroAllocationTest() {
        for (int i = 0; i < KEYS; i++) {
            keys[i] = String.format("stock:sku-%010d", i).getBytes(StandardCharsets.UTF_8);
            hashes[i] = Keys.hash(keys[i]);
        }
    }

    @Test
    void hBatchingAllocatesNothingOnceItHasGrown() {
        HBatching batching = new HBatching(new DiscardingExchange(), new BatchLimits(Duration.ZERO, KEYS));
        assertThat(leastOf(batching, () -> {
                    cut.nextOffset++;
                    batching.offerCut(cut);
                }))
                .isLessThanOrEqualTo(BYTES_MAX);
    }

    @Test
    void vBatchingAllocatesNothingOnceItHasGrown() {
        VBatching batching =
                VBatching.marshallers(1, i -> new DiscardedValues(map -> {}), new BatchLimits(Duration.ZERO, KEYS))[0];
        assertThat(leastOf(batching, batching::offer)).isLessThanOrEqualTo(BYTES_MAX);
    }

    private long leastOf(Marshaller marshaller, Runnable hand) {
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > BYTES_MAX; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < ROUND; i++) {
                int key = i * 7 % KEYS;
                marshaller.counter(keys[key], 0, keys[key].length, hashes[key], i, i, 0, 0);
                if (i % 20_000 == 0 && marshaller.due()) {
                    hand.run();
                }
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }
}
