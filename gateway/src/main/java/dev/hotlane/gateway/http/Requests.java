package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.CallPrice;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.LocalReads;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.http.batch.Batches;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a request up to the lane: route, media type, body, key, question. Reports faults in the order of precedence of
 * {@link Code}. Belongs to one event loop.
 */
final class Requests {
    private static final Logger log = LoggerFactory.getLogger(Requests.class);
    /** The route name that metrics count requests without a route under. */
    static final String NO_ROUTE = "none";

    private static final byte[] NO_BODY = {};

    private final Parts parts;
    private final Exchanges exchanges;
    private final LocalReads reads;
    private final Bodies bodies;
    private final Responder responder;
    private final Pages pages;
    private final Batches batches;
    private final Guard guard;
    private final CallerCheck callers;
    private final Pipelined pipelined;

    Requests(
            Parts parts,
            CallPort calls,
            Bodies bodies,
            Responder responder,
            Batches batches,
            Pages pages,
            Pipelined pipelined) {
        this.parts = parts;
        exchanges = calls.exchanges();
        reads = calls.reads();
        this.bodies = bodies;
        this.responder = responder;
        this.batches = batches;
        this.pages = pages;
        this.guard = new Guard(parts.settings().http());
        callers = calls.callers();
        this.pipelined = pipelined;
    }

    /**
     * Answers one request, at once or when its reply arrives. Waits until the client has read the answers to earlier
     * requests. A request sent before they were answered waits for its turn in {@link Pipelined}.
     */
    void handle(HttpServerRequest http) {
        OpenConnection connection = Connections.of(http.connection());
        boolean first = connection.isFirst();
        if (http.response().writeQueueFull()) {
            http.pause();
            http.response().drainHandler(drained -> {
                http.response().drainHandler(null);
                pipelined.add(() -> resume(http, connection));
            });
        } else if (first) {
            if (!connection.pipelines()) {
                pipelined.othersAsk(connection.usedNanos());
            }
            answer(http, connection);
        } else {
            parts.metrics().pipelined();
            http.pause();
            pipelined.add(() -> resume(http, connection));
        }
    }

    private void resume(HttpServerRequest http, OpenConnection connection) {
        if (!http.response().closed()) {
            http.resume();
            answer(http, connection);
        }
    }

    private void answer(HttpServerRequest http, OpenConnection connection) {
        connection.begunNanos = connection.usedNanos();
        String path = http.path();
        HttpMethod method = http.method().equals(HttpMethod.HEAD) ? HttpMethod.GET : http.method();
        Route route = path == null ? null : Routes.find(method, path);
        if (!admitted(http, route)) {
            return;
        }
        if (connection.onlyHealth && (route == null || !route.tellsHealth())) {
            refuseFull(http, route);
        } else if (route == null) {
            responder.refuse(http, NO_ROUTE, noRoute(path));
        } else {
            callers.check(http, route, connection, request -> read(request, connection));
        }
    }

    /** Reads the body of a request, then answers it. */
    private void read(AdmittedRequest request, OpenConnection connection) {
        HttpServerRequest http = request.http();
        Route route = request.route();
        if (connection.onlyHealth) {
            answerHealth(request);
        } else if (route == Routes.BATCH) {
            guarded(http, route, () -> {
                Admission.requireLines(http.headers(), http.query());
                batches.start(http, http.headers().get(RequestExchange.TRACEPARENT), request.caller());
            });
        } else if (route.bodies() > 0) {
            gather(request, parts.settings().limits().bodyMax() * route.bodies());
        } else if (Inbound.follows(http)) {
            // Gathered only to be rejected, so that the connection stays usable.
            gather(request, parts.settings().limits().bodyMax());
        } else {
            complete(request, NO_BODY);
        }
    }

    /** Whether the request is admitted; else it is answered, and its body is not read. */
    private boolean admitted(HttpServerRequest http, Route route) {
        try {
            String origin = guard.admit(http, route);
            if (origin == null) {
                return true;
            }
            CrossOrigin.allow(http.response(), origin);
            if (CrossOrigin.isPreflight(http) && !Routes.allowed(http.path()).isEmpty()) {
                parts.metrics().answered(NO_ROUTE, null);
                CrossOrigin.answerPreflight(http);
                return false;
            }
            return true;
        } catch (RequestRefused e) {
            String name = route == null ? NO_ROUTE : route.name();
            responder.refuseAndClose(http, name, e.code(), e.getMessage());
            return false;
        }
    }

    /** Called if all places are taken and this is no health request: closes the connection. */
    private void refuseFull(HttpServerRequest http, Route route) {
        parts.metrics().overloaded(1);
        responder.refuseAndClose(
                http,
                route == null ? NO_ROUTE : route.name(),
                Code.OVERLOADED,
                "Nothing was published: " + parts.settings().limits().connectionsMax()
                        + " connections are open. Try again with the same key.");
    }

    /** Called if all places are taken: answers one health request, then closes this connection. */
    private void answerHealth(AdmittedRequest request) {
        HttpServerRequest http = request.http();
        http.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE).endHandler(sent -> DrainedClose.to(http));
        complete(request, NO_BODY);
    }

    private static RequestRefused noRoute(String path) {
        String allowed = path == null ? "" : Routes.allowed(path);
        return allowed.isEmpty()
                ? new RequestRefused(Code.ROUTE_NOT_FOUND, "No call has this path: see GET /openapi.yaml.")
                : new RequestRefused(Code.METHOD_NOT_ALLOWED, "This path takes " + allowed + ".");
    }

    private void gather(AdmittedRequest request, int lengthMax) {
        HttpServerRequest http = request.http();
        if (Inbound.announced(http) > lengthMax) {
            tooLarge(http, request.route(), lengthMax);
            return;
        }
        Inbound.gather(
                http,
                bodies,
                lengthMax,
                body -> complete(request, body),
                code -> notGathered(http, request.route(), lengthMax, code));
    }

    private static RequestRefused noBody(HttpServerRequest http) {
        return RequestRefused.malformed("the body: a " + http.method() + " of this path takes none");
    }

    private void notGathered(HttpServerRequest http, Route route, int lengthMax, Code code) {
        switch (code) {
            case REQUEST_TIMEOUT -> {
                parts.metrics().bodyLate();
                responder.refuseAndClose(
                        http,
                        route.name(),
                        code,
                        "Nothing was published: the body came too slowly. Send it again with the same key, within "
                                + parts.settings().bounds().bodyMax().toMillis()
                                + " ms and 1 s more for each 16384 bytes.");
            }
            case OVERLOADED -> {
                parts.metrics().overloaded(1);
                responder.refuseAndClose(
                        http,
                        route.name(),
                        code,
                        "Nothing was published: the bodies of other requests take all the room. Try again with the same"
                                + " key.");
            }
            default -> tooLarge(http, route, lengthMax);
        }
    }

    private void tooLarge(HttpServerRequest http, Route route, int lengthMax) {
        try {
            if (route.bodies() == 0) {
                throw noBody(http);
            }
            Admission.requireKey(route, Admission.key(route, http.headers()));
            responder.refuseAndClose(
                    http,
                    route.name(),
                    Code.TOO_LARGE,
                    "The body may have " + lengthMax + " bytes: send less at a time.");
        } catch (RequestRefused e) {
            responder.refuseAndClose(http, route.name(), e.code(), e.getMessage());
        }
    }

    private void complete(AdmittedRequest request, byte[] body) {
        HttpServerRequest http = request.http();
        Route route = request.route();
        guarded(http, route, () -> {
            if (route.bodies() == 0 && body.length > 0) {
                throw noBody(http);
            }
            if (route.page() != null) {
                pages.answer(request);
            } else {
                publish(request, body);
            }
        });
    }

    private void publish(AdmittedRequest request, byte[] body) {
        HttpServerRequest http = request.http();
        CallInput.Limits limits = parts.limits();
        LogRequest question = Admission.question(
                request.route(), request.caller().sender(), http.path(), http.query(), http.headers(), body, limits);
        request.rated().charge(CallPrice.rest(question));
        CallRights.require(request.caller(), question);
        RequestExchange exchange = new RequestExchange(exchanges, request, question, body.length, responder);
        reads.send(exchange, limits.readKeysMax());
    }

    private void guarded(HttpServerRequest http, Route route, Runnable work) {
        try {
            work.run();
        } catch (RequestRefused e) {
            responder.refuse(http, route.name(), e);
        } catch (RuntimeException e) {
            log.error("a request to {} failed before it was published", route.name(), e);
            responder.refuse(
                    http,
                    route.name(),
                    Code.UNAVAILABLE,
                    "Nothing was published: the gateway has a fault, see its log.");
        }
    }

    /** Answers a request that the HTTP decoder could not read, then closes the connection. */
    void invalid(HttpServerRequest http) {
        Throwable cause = http.decoderResult().cause();
        if (cause instanceof TooLongHttpLineException) {
            responder.refuseAndClose(http, NO_ROUTE, Code.URI_TOO_LONG, "Send a shorter path.");
        } else if (cause instanceof TooLongHttpHeaderException) {
            responder.refuseAndClose(http, NO_ROUTE, Code.HEADERS_TOO_LARGE, "Send fewer or shorter headers.");
        } else if (cause instanceof RequestRefused refusal) {
            responder.refuseAndClose(http, NO_ROUTE, refusal.code(), refusal.getMessage());
        } else {
            responder.refuseAndClose(http, NO_ROUTE, Code.MALFORMED, "This is not HTTP/1.1 as RFC 9112 has it.");
        }
    }
}
