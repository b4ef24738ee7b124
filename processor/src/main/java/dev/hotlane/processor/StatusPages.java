package dev.hotlane.processor;

import dev.hotlane.processor.StatusServer.Answer;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;

/** The pages of the processor's own HTTP port. */
final class StatusPages {
    private final Processor processor;
    private final Meters meters;
    private final HeapHeadroom heap;

    StatusPages(Processor processor, Meters meters, HeapHeadroom heap) {
        this.processor = processor;
        this.meters = meters;
        this.heap = heap;
    }

    void serve(StatusServer server) {
        server.answer("/healthz", () -> state(processor.healthy(), "healthy"));
        server.answer("/readyz", () -> state(processor.ready(), "ready"));
        server.answer("/metrics", () -> Answer.metrics(meters.scrape()));
        server.answer("/v1/status", this::status);
    }

    private static Answer state(boolean good, String name) {
        return Answer.json(good ? 200 : 503, "{\"" + name + "\":" + good + "}");
    }

    private Answer status() {
        ProcessorStatus status = processor.status();
        return status == null
                ? Answer.json(503, "{" + process() + ",\"role\":\"loading\"}")
                : Answer.json(200, "{" + process() + "," + status.json().substring(1));
    }

    private String process() {
        return String.format(
                "\"version\":\"%s\",\"commit\":\"%s\",\"heap\":{\"headroomBytes\":%d,\"maxBytes\":%d}",
                Build.THIS.version(), Build.THIS.commit(), heap.bytes(), heap.max());
    }
}
