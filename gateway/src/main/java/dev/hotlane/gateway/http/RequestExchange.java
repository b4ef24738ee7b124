package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.RatedCall;
import dev.hotlane.gateway.call.CallExchange;
import dev.hotlane.gateway.call.CallPrice;
import dev.hotlane.gateway.call.EntityTag;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** A single request: its answer is the response. Belongs to its event loop. */
final class RequestExchange extends CallExchange {
    /** The header of {@link #trace}. */
    static final CharSequence TRACEPARENT = HttpHeaders.createOptimized("traceparent");

    private final HttpServerRequest http;
    private final Route route;
    private final RatedCall rated;
    private final Responder responder;

    RequestExchange(Exchanges exchanges, AdmittedRequest request, LogRequest question, int bytes, Responder responder) {
        super(exchanges, request.route().call(), question, bytes);
        http = request.http();
        route = request.route();
        rated = request.rated();
        this.responder = responder;
    }

    @Override
    protected void opened() {
        responder.entered(question);
    }

    @Override
    protected String trace() {
        return http.headers().get(TRACEPARENT);
    }

    @Override
    protected JsonText open(int status, boolean replayed) {
        return responder.text().clear();
    }

    @Override
    protected void local(long offset, long staleMs, boolean fromView) {
        responder.local(http.response(), offset, staleMs, fromView);
    }

    @Override
    protected void copied() {
        rated.charge(CallPrice.COPY);
    }

    @Override
    protected void answered(int status, long version, boolean replayed) {
        if (version >= 0 && !question.writes()) {
            String known = http.headers().get(HttpHeaders.IF_NONE_MATCH);
            if (EntityTag.names(known, version)) {
                responder.notModified(http, route.name(), version);
                return;
            }
        }
        responder.answer(http, route.name(), status, call.location(question), version, replayed);
    }

    @Override
    protected void rejected(Code code, int status, long retryAfterMs, boolean replayed) {
        responder.rejection(http, route.name(), code, status, retryAfterMs, replayed);
    }

    @Override
    protected void refused(Code code, String detail) {
        responder.refuse(http, route.name(), question.terms().refusal(code, detail));
    }
}
