package dev.hotlane.processor.status;

import dev.hotlane.processor.status.StatusServer.Answer;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The pages of the processor's own HTTP port. */
public final class StatusPages {
    private final BooleanSupplier healthy;
    private final BooleanSupplier ready;
    private final Supplier<ProcessorStatus> status;
    private final Meters meters;
    private final HeapHeadroom heap;

    /** @param status supplies null until the checkpoint is loaded */
    public StatusPages(
            BooleanSupplier healthy,
            BooleanSupplier ready,
            Supplier<ProcessorStatus> status,
            Meters meters,
            HeapHeadroom heap) {
        this.healthy = healthy;
        this.ready = ready;
        this.status = status;
        this.meters = meters;
        this.heap = heap;
    }

    /** Registers the pages at the server, before it is started. */
    public void serve(StatusServer server) {
        server.answer("/healthz", () -> state(healthy.getAsBoolean(), "healthy"));
        server.answer("/readyz", () -> state(ready.getAsBoolean(), "ready"));
        server.answer("/metrics", () -> Answer.metrics(meters.scrape()));
        server.answer("/v1/status", this::status);
    }

    private static Answer state(boolean good, String name) {
        return Answer.json(good ? 200 : 503, "{\"" + name + "\":" + good + "}");
    }

    private Answer status() {
        ProcessorStatus now = status.get();
        return now == null
                ? Answer.json(503, "{" + process() + ",\"role\":\"loading\"}")
                : Answer.json(200, "{" + process() + "," + now.json().substring(1));
    }

    private String process() {
        return String.format(
                "\"version\":\"%s\",\"commit\":\"%s\",\"heap\":{\"headroomBytes\":%d,\"maxBytes\":%d}",
                Build.THIS.version(), Build.THIS.commit(), heap.bytes(), heap.max());
    }
}
