package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.gateway.access.RatedCall;
import io.vertx.core.http.HttpServerRequest;

/**
 * A request whose route its caller may call.
 *
 * @param http the request; its body may not be read yet
 * @param route its route
 * @param caller who sent it
 * @param rated what it costs its caller
 */
record AdmittedRequest(HttpServerRequest http, Route route, KnownCaller caller, RatedCall rated) {}
