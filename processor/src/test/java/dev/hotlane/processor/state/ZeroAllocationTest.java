package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class ZeroAllocationTest {
    private static final int ROUND = 20_000;
    private static final int ROUNDS_MAX = 20;

    /**
     * The window turns a page of 256 KiB now and then; the one it left becomes the next, so even that costs nothing once it
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

    /** Each buyer new: a hold with a limit of its own, confirmed, cancelled or left to expire, then all is forgotten. */
    @Test
    void applyingReservationsAllocatesNothing() {
        applyingReservations(Sender.NONE);
    }

    @Test
    void applyingReservationsOfATenantAllocatesNothing() {
        applyingReservations(Sender.of("acme", "checkout"));
    }

    private void applyingReservations(Sender sender) {
        RulesDraft draft = new RulesDraft();
        draft.windowSize = 1_000;
        draft.windowAgeMs = 1_000;
        draft.holdRetentionMs = 1_000;
        LaneInMemory lane = LaneInMemory.ready(draft.build());
        lane.run(Op.set("stock:sku-1", Long.MAX_VALUE / 2));
        reservations(sender);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > BYTES_MAX; round++) {
            // The slot was cut back after the mass expiry of the round before: this makes it as large as it will stay.
            lane.command("first", Content.hold(1, Content.stock("stock:sku-1", 1)));
            least = Math.min(least, allocatedByOneRound(lane));
            while (lane.meta().holdsOpen + lane.meta().holdsResolved + lane.meta().windowCount > 0) {
                lane.later(100_000);
            }
        }
        assertThat(least).as("bytes allocated by %d commands", ROUND).isLessThanOrEqualTo(BYTES_MAX);
        assertThat(lane.counter("stock:sku-1").confirmed()).isGreaterThanOrEqualTo(2L * (ROUND / 6));
    }

    private void reservations(Sender sender) {
        RecordWriter writer = new RecordWriter();
        for (int i = 0; i < ROUND; i++) {
            String hold = "hold-" + i / 2;
            Command opens = Content.holdOf(
                    "u" + i, 50_000, Content.limit("limit:u" + i, 1, 1_000), Content.stock("stock:sku-1", 1));
            Command content = switch (i % 6) {
                case 1 -> Content.confirm(hold);
                case 3 -> Content.cancel(hold);
                case 5 -> Content.extend(hold, 60_000);
                default -> opens;
            };
            byte[] id = LaneInMemory.bytes(content == opens ? hold : "end-" + i);
            ids[i] = sender.recordKey(id);
            values[i] = writer.command(sender, id, new Routing(1, 2, i, 0), content, new byte[0]);
        }
    }

    private long allocatedByOneRound(LaneInMemory lane) {
        long offset = lane.state.nextOffset();
        long allocated = allocatedByOneRound(lane.state, lane.effects);
        lane.skipTo(offset + ROUND);
        return allocated;
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
