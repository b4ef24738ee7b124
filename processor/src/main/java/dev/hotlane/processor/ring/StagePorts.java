package dev.hotlane.processor.ring;

import dev.hotlane.flusher.batch.BatchExchange;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.reply.AckMark;
import dev.hotlane.processor.reply.ReplySender;
import dev.hotlane.processor.view.ViewPorts;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Connections of the stages to the outside: real in the product, simulated in the simulation, in memory in the
 * benchmark.
 *
 * @param slots finds a slot of the ring by its sequence; called by the threads state and flush within their batch
 * @param positions of this start
 * @param log appends TICK, LEAD and RESIGN on the thread state
 * @param replies the reply topic
 * @param mysql the flush writer
 * @param views where changed counters go
 * @param clocks of this process
 */
public record StagePorts(
        LongFunction<Slot> slots,
        Positions positions,
        Outlet log,
        Replies replies,
        Flushes mysql,
        ViewPorts views,
        Clocks clocks) {

    /**
     * All are called on the thread reply.
     *
     * @param sender sends packed replies and settles them in the mark
     * @param mark of the replies that are acknowledged
     * @param partitions of the reply topic now
     * @param garbage receives each garbage record while leading; must not wait
     */
    public record Replies(ReplySender sender, AckMark mark, IntSupplier partitions, Consumer<Slot> garbage) {}

    /**
     * Both are called on the thread flush.
     *
     * @param writer receives frozen batches
     * @param fence requests MySQL's fence for an epoch, without waiting
     */
    public record Flushes(BatchExchange writer, LongConsumer fence) {}
}
