package dev.hotlane.gateway.http;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.page.Status;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;

/** Answers what needs no log: status, liveness, readiness, metrics. Belongs to one event loop. */
final class Pages {
    private static final CharSequence PROMETHEUS =
            HttpHeaders.createOptimized("text/plain; version=0.0.4; charset=utf-8");

    private final Parts parts;
    private final Responder responder;

    Pages(Parts parts, Responder responder) {
        this.parts = parts;
        this.responder = responder;
    }

    void answer(HttpServerRequest http, Route route) {
        JsonText text = responder.text();
        switch (route.page()) {
            case STATUS -> {
                Status.write(self(), parts.pulse(), System.nanoTime(), text);
                responder.json(http, route.name(), 200);
            }
            case HEALTHZ -> {
                text.clear().raw('{').name("alive").bool(true).raw('}');
                responder.json(http, route.name(), 200);
            }
            case READYZ -> ready(http, route, text);
            case METRICS -> {
                text.clear().raw(parts.metrics().scrape().getBytes(StandardCharsets.UTF_8));
                responder.send(http, route.name(), 200, PROMETHEUS);
            }
        }
    }

    private void ready(HttpServerRequest http, Route route, JsonText text) {
        String fault = parts.pulse().fault(System.nanoTime());
        text.clear().raw('{').name("ready").bool(fault == null);
        if (fault != null) {
            text.raw(',').name("reason").string(fault);
        }
        text.raw('}');
        responder.json(http, route.name(), fault == null ? 200 : 503);
    }

    private Status.Self self() {
        return new Status.Self(
                parts.version(),
                Status.hex(parts.incarnationHi(), parts.incarnationLo()),
                parts.settings().replyPartition(),
                parts.inFlight().getAsInt(),
                parts.settings().inFlightMax());
    }
}
