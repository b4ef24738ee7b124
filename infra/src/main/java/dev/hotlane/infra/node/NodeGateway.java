package dev.hotlane.infra.node;

import dev.hotlane.gateway.lane.LocalReplies;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.protocol.HeapShare;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The gateway of a node as its processor sees it.
 *
 * @param replies the way in for its replies
 * @param isOpen whether its port is open and it is not leaving
 * @param heap what it adds to the heap of a processor
 * @param pages its figures
 */
public record NodeGateway(LocalReplies replies, BooleanSupplier isOpen, HeapShare heap, Pages pages)
        implements OwnGateway {
    /**
     * Its pages of figures, which the processor's port shows too.
     *
     * @param ofMetrics in Prometheus' text format
     * @param ofStats a JSON object
     */
    public record Pages(Supplier<String> ofMetrics, Supplier<String> ofStats) {
        /** No pages. */
        public static final Pages NONE = new Pages(() -> "", () -> null);
    }

    @Override
    public String metrics() {
        return pages.ofMetrics.get();
    }

    @Override
    public String stats() {
        return pages.ofStats.get();
    }

    @Override
    public int partition() {
        return replies.partition();
    }

    @Override
    public long incarnationHi() {
        return replies.incarnationHi();
    }

    @Override
    public long incarnationLo() {
        return replies.incarnationLo();
    }

    @Override
    public boolean handOver(byte[] record, Duration atMost) {
        return replies.handOver(record, atMost);
    }

    @Override
    public boolean open() {
        return isOpen.getAsBoolean();
    }

    @Override
    public boolean running() {
        return replies.running();
    }
}
