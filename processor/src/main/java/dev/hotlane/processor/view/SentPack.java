package dev.hotlane.processor.view;

import dev.hotlane.protocol.ViewWriter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pack on its way to the view topic, in parts. Sent on the thread view; its records are settled on Kafka's thread.
 * After a failure it sends no further part.
 */
final class SentPack {
    /** Parts that are not acknowledged, 2 MiB at most. The producer has room for 32. */
    private static final int IN_FLIGHT_MAX = 4;

    private final ViewTopic topic;
    private final ViewWriter writer;
    private final MapPack pack;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile Exception fault;
    private int sent;

    /** @param pack split into parts; must not change before {@link #ended} */
    SentPack(ViewTopic topic, ViewWriter writer, MapPack pack) {
        this.topic = topic;
        this.writer = writer;
        this.pack = pack;
    }

    /** Sends the next part, if there is one and room for it. Encodes one part at most, so the ring does not fill. */
    void proceed() {
        if (fault == null && sent < pack.parts() && inFlight.get() < IN_FLIGHT_MAX) {
            inFlight.incrementAndGet();
            topic.send(writer.record(pack.turnTo(sent++)), this::settled);
        }
    }

    private void settled(Exception failure) {
        if (failure != null) {
            fault = failure;
        }
        inFlight.decrementAndGet();
    }

    /** Whether no more is to be sent and every record sent is settled. */
    boolean ended() {
        return inFlight.get() == 0 && (fault != null || sent == pack.parts());
    }

    /** Why it failed; null if it did not. */
    Exception fault() {
        return fault;
    }
}
