package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class ZeroAllocationTest {
    private static final int ROUND = 20_000;
    private static final int ROUNDS_MAX = 20;

    /**
     * The window turns a page of 1 MiB now and then; the one it left becomes the next, so even that costs nothing once it
     * is full. What remains is what the JVM charges to a thread for compiling its code: hence several rounds, of which
     * one must be clean, and a margin of less than a hundredth of a byte a command.
     */
    private static final long BYTES_MAX = ROUND / 100;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[][] ids = new byte[ROUND][];
    private final byte[][] values = new byte[ROUND][];

    @Test
    void applyingAddsAllocatesNothing() {
        LaneInMemory lane = LaneInMemory.ready(LaneInMemory.rules(1, ROUND / 2, 60_000, 10_000));
        RecordWriter writer = new RecordWriter();
        for (int i = 0; i < ROUND; i++) {
            ids[i] = LaneInMemory.bytes("id-" + i);
            Command content = Command.transact(add("stock:sku-" + i % 1_000, 1), add("limit:u" + i % 500, 1));
            values[i] = writer.command(ids[i], new Routing(1, 2, i, 0), content, new byte[0]);
        }
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > BYTES_MAX; round++) {
            least = Math.min(least, allocatedByOneRound(lane.state, lane.effects));
        }
        assertThat(least).as("bytes allocated by %d commands", ROUND).isLessThanOrEqualTo(BYTES_MAX);
        assertThat(lane.value("limit:u0")).isGreaterThanOrEqualTo(2L * ROUND / 500);
    }

    private long allocatedByOneRound(State state, Effects effects) {
        long self = Thread.currentThread().getId();
        long offset = state.nextOffset();
        long before = threads.getThreadAllocatedBytes(self);
        for (int i = 0; i < ROUND; i++) {
            state.apply(offset++, LaneInMemory.NOON, ids[i], values[i], effects);
        }
        return threads.getThreadAllocatedBytes(self) - before;
    }
}
