package dev.hotlane.processor.status;

import dev.hotlane.processor.status.StatusServer.Answer;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.process.Build;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The pages of a process that follows the log beside the lane: /healthz, /readyz, /metrics, /v1/status.
 *
 * @param healthy whether the process works
 * @param ready whether it has loaded its state
 * @param status writes the fields of its status
 */
public record FollowerPages(
        BooleanSupplier healthy, BooleanSupplier ready, Consumer<JsonLine> status, FollowerMeters meters) {
    /** Registers the pages at the server, before it is started. */
    public void serve(StatusServer server) {
        server.bind(meters::gauge);
        server.answerAll("/healthz", () -> Answer.state(healthy.getAsBoolean(), "healthy"));
        server.answerAll("/readyz", () -> Answer.state(ready.getAsBoolean(), "ready"));
        server.answer("/metrics", () -> Answer.metrics(meters.scrape()));
        server.answer("/v1/status", this::shown);
    }

    private Answer shown() {
        JsonLine out = new JsonLine().begin();
        out.put("version", Build.THIS.version()).put("commit", Build.THIS.commit());
        status.accept(out);
        return Answer.json(200, out.end());
    }
}
