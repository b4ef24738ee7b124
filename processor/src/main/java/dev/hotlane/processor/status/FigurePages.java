package dev.hotlane.processor.status;

import dev.hotlane.processor.status.StatusServer.Answer;
import dev.hotlane.protocol.host.ReadyQuery;
import dev.hotlane.protocol.json.JsonLine;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The pages of a process that writes its figures itself: /healthz, /readyz, /metrics, /v1/status, /v1/stats.
 *
 * @param healthy whether the process works
 * @param fault why it is not ready, null if it is; true asks for the process itself, whatever the lane does
 * @param metrics in Prometheus' text format
 * @param status a JSON object
 * @param stats a JSON object
 */
public record FigurePages(
        BooleanSupplier healthy,
        Function<Boolean, String> fault,
        Supplier<String> metrics,
        Supplier<String> status,
        Supplier<String> stats) {
    /** Registers the pages at the server, before it is started. */
    public void serve(StatusServer server) {
        server.answerAll("/healthz", () -> Answer.state(healthy.getAsBoolean(), "healthy"));
        server.answerQuery("/readyz", this::readiness);
        server.answer("/metrics", () -> Answer.metrics(metrics.get()));
        server.answer("/v1/status", () -> Answer.json(200, status.get()));
        server.answer("/v1/stats", () -> Answer.json(200, stats.get()));
    }

    private Answer readiness(String query) {
        try {
            String found = fault.apply(ReadyQuery.ofSelf(query));
            if (found == null) {
                return Answer.state(true, "ready");
            }
            return Answer.json(
                    503,
                    new JsonLine()
                            .begin()
                            .put("ready", false)
                            .put("reason", found)
                            .end());
        } catch (IllegalArgumentException e) {
            return Answer.refusal(400, e.getMessage());
        }
    }
}
