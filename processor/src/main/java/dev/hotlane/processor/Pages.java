package dev.hotlane.processor;

import dev.hotlane.processor.StatusServer.Answer;

/** The pages of the processor's own HTTP port. */
final class Pages {
    private final Processor processor;
    private final Meters meters;

    Pages(Processor processor, Meters meters) {
        this.processor = processor;
        this.meters = meters;
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
        return status == null ? Answer.json(503, "{\"role\":\"loading\"}") : Answer.json(200, status.json());
    }
}
