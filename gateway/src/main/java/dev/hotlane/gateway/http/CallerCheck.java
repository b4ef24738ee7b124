package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.access.rate.RateAnswer;
import dev.hotlane.gateway.access.Authenticator;
import dev.hotlane.gateway.access.CallerReceiver;
import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.access.RatedCall;
import dev.hotlane.gateway.access.TokenCheck;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.problem.Code;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Finds out who sent a request, whether one of its route's verbs is granted, and whether its rate allows one more call,
 * before any byte of the body is read. A gateway without principals does nothing here. Belongs to one event loop.
 */
final class CallerCheck {
    /** The same text for each cause, so that it shows nothing about a key. */
    private static final String UNAUTHORIZED =
            "Send Authorization: Bearer and a key that is valid here, once and on each request.";

    private final GatewayAccess access;
    private final Authenticator authenticator;
    private final Responder responder;

    /** @param tokens checks what is no API key; null: there are API keys only */
    CallerCheck(GatewayAccess access, TokenCheck tokens, Responder responder) {
        this.access = access;
        this.responder = responder;
        authenticator = new Authenticator(access, tokens, System::currentTimeMillis);
    }

    /** Hands the request on, at once or later; or answers 401, 403, 429 or 503. */
    void check(HttpServerRequest http, Route route, OpenConnection connection, Consumer<AdmittedRequest> admitted) {
        if (access.isOpen() || RouteVerbs.of(route).isEmpty()) {
            admitted.accept(new AdmittedRequest(http, route, KnownCaller.ANYONE, RatedCall.FREE));
            return;
        }
        Arrival arrival = new Arrival(http, route, connection, admitted);
        authenticator.authenticate(http, connection.login(), connection.certificate(), arrival);
        arrival.pauseUntilAnswered();
    }

    /** One request that was not admitted yet. */
    private final class Arrival implements CallerReceiver {
        private final HttpServerRequest http;
        private final Route route;
        private final OpenConnection connection;
        private final Consumer<AdmittedRequest> admitted;
        private boolean answered;
        private boolean paused;

        Arrival(HttpServerRequest http, Route route, OpenConnection connection, Consumer<AdmittedRequest> admitted) {
            this.http = http;
            this.route = route;
            this.connection = connection;
            this.admitted = admitted;
        }

        void pauseUntilAnswered() {
            if (!answered) {
                paused = true;
                http.pause();
            }
        }

        @Override
        public void known(KnownCaller caller) {
            if (!goesOn()) {
                return;
            }
            String lack = RouteVerbs.lack(route, caller.principal().rights());
            if (lack != null) {
                refuse(Code.FORBIDDEN, CallRights.forbidden(caller, lack).getMessage());
                return;
            }
            RatedCall rated = rated(caller);
            if (rated != null) {
                admitted.accept(new AdmittedRequest(http, route, caller, rated));
            }
        }

        /** The call by its principal's rate; null if it was answered, because the rate is used up. */
        private RatedCall rated(KnownCaller caller) {
            // Each line of a batch is a call of its own, and the batch pauses.
            if (route == Routes.BATCH) {
                return RatedCall.FREE;
            }
            PrincipalRate rate = access.rates().of(caller.principal());
            long now = System.nanoTime();
            boolean ending = RouteVerbs.resolves(route);
            RateAnswer answer = rate.begin(ending, now);
            if (answer.isIn()) {
                RatedCall rated = new RatedCall(rate, answer);
                connection.login().begins(rated);
                return rated;
            }
            rate.refuse();
            String many = answer == RateAnswer.TOO_FAST ? "calls per second" : "calls without an answer";
            responder.refuseForNow(
                    http,
                    route.name(),
                    "Nothing was published: the principal " + caller.principal().name() + " has too many " + many + ".",
                    rate.retryAfterMs(ending, now),
                    connection.onlyHealth || Inbound.follows(http));
            return null;
        }

        @Override
        public void unknown() {
            if (goesOn()) {
                refuse(Code.UNAUTHORIZED, UNAUTHORIZED);
            }
        }

        @Override
        public void unavailable(String detail) {
            if (goesOn()) {
                refuse(Code.UNAVAILABLE, "Nothing was published: " + detail);
            }
        }

        /** Whether the client still waits; then the request is read again if an answer came late. */
        private boolean goesOn() {
            answered = true;
            if (paused && !http.response().closed()) {
                http.resume();
            }
            return !http.response().closed();
        }

        /** A body that follows is not read, so that it costs nothing: the connection closes. */
        private void refuse(Code code, String detail) {
            if (connection.onlyHealth || Inbound.follows(http)) {
                responder.refuseAndClose(http, route.name(), code, detail);
            } else {
                responder.refuse(http, route.name(), code, detail);
            }
        }
    }
}
