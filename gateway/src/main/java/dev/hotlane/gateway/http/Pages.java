package dev.hotlane.gateway.http;

import dev.hotlane.access.rate.CallCost;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.EntityTag;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.listing.PageRequest;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.status.Status;
import dev.hotlane.protocol.host.ReadyQuery;
import dev.hotlane.protocol.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers calls other than those to the log: lists of counters, boards, products, watches, changes, status, liveness, readiness,
 * metrics, the contract. Belongs to one event loop.
 */
final class Pages {
    private static final CharSequence PROMETHEUS =
            HttpHeaders.createOptimized("text/plain; version=0.0.4; charset=utf-8");
    private static final CharSequence YAML = HttpHeaders.createOptimized("application/yaml");

    /** Direct memory, so that the socket gets it without a copy; never released. */
    private static final ByteBuf CONTRACT = Unpooled.unreleasableBuffer(Unpooled.directBuffer(Contract.text().length)
            .writeBytes(Contract.text())
            .asReadOnly());

    private static final List<String> LIST_PARAMETERS = Stream.concat(
                    PageRequest.PARAMETERS.stream(), ReadTerms.PARAMETERS.stream())
            .toList();

    private final Parts parts;
    private final Responder responder;
    private final Context context;
    private final Products products;
    private final BoardPage boards;
    private final StreamCalls streams;

    Pages(Parts parts, Responder responder, Context context, Products products, BoardPage boards, StreamCalls streams) {
        this.parts = parts;
        this.responder = responder;
        this.context = context;
        this.products = products;
        this.boards = boards;
        this.streams = streams;
    }

    void answer(AdmittedRequest request) {
        HttpServerRequest http = request.http();
        Route route = request.route();
        JsonText text = responder.text();
        switch (route.page()) {
            case COUNTERS -> counters(request);
            case PRODUCT -> products.one(request);
            case PRODUCTS -> products.list(request);
            case WATCH -> streams.watches().open(request);
            case CHANGES -> streams.changes().open(request);
            case STATUS -> {
                parts.writeStatus(text);
                responder.json(http, route.name(), 200);
            }
            case STATS -> {
                text.clear().raw(parts.stats().getBytes(StandardCharsets.UTF_8));
                responder.json(http, route.name(), 200);
            }
            case HEALTHZ -> {
                Status.writeAlive(text);
                responder.json(http, route.name(), 200);
            }
            case READYZ -> ready(http, route, text);
            case METRICS -> {
                text.clear().raw(parts.metrics().scrape().getBytes(StandardCharsets.UTF_8));
                responder.send(http, route.name(), 200, PROMETHEUS);
            }
            case CONTRACT -> contract(http, route, text);
        }
    }

    private void counters(AdmittedRequest request) {
        HttpServerRequest http = request.http();
        Route route = request.route();
        request.rated().charge(CallCost.PAGE_REST);
        Parameters parameters = Admission.readParameters(LIST_PARAMETERS, http.query(), http.headers());
        ReadTerms terms = BoardPage.terms(parameters);
        if (terms != null) {
            boards.answer(request, parameters, terms);
            return;
        }
        PageRequest page = PageRequest.of(parameters);
        CallRights.requirePrefix(request.caller(), PageRequest.prefix(parameters));
        Future.fromCompletionStage(parts.listing().page(page), context)
                .onSuccess(list -> {
                    responder.text().clear().raw(list);
                    responder.json(http, route.name(), 200);
                })
                .onFailure(refusal -> responder.refuse(http, route.name(), (RequestRefused) refusal));
    }

    private void contract(HttpServerRequest http, Route route, JsonText text) {
        http.response().putHeader(HttpHeaders.ETAG, Contract.tag());
        if (EntityTag.names(http.headers().get(HttpHeaders.IF_NONE_MATCH), Contract.tag())) {
            text.clear();
            responder.send(http, route.name(), 304, YAML);
        } else {
            responder.share(http, route.name(), YAML, CONTRACT);
        }
    }

    private void ready(HttpServerRequest http, Route route, JsonText text) {
        LaneHealth health = parts.health();
        String fault = ofSelf(http) ? health.ownFault() : health.readyFault(System.nanoTime());
        Status.writeReady(fault, text);
        if (fault == null) {
            responder.json(http, route.name(), 200);
        } else {
            responder.notAvailable(http, route.name());
        }
    }

    private static boolean ofSelf(HttpServerRequest http) {
        try {
            return ReadyQuery.ofSelf(http.query());
        } catch (IllegalArgumentException e) {
            throw RequestRefused.malformed("the query: " + e.getMessage());
        }
    }
}
