package dev.hotlane.gateway.http;

import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * What all answers without an end need. Belongs to one event loop.
 *
 * @param parts what all event loops share
 * @param responder writes answers
 * @param connections the open connections
 * @param access ends streams whose caller's access ends
 */
record Streams(Parts parts, Responder responder, Connections connections, OpenForCallers access) {

    /** Ends a stream in one of two ways. */
    interface Ends {
        /** Its client has gone. */
        void closed();

        /** Its connection was closed as its client took too little. */
        void closedSlow();
    }

    /** The response that the events go to. */
    EventResponse events(AdmittedRequest admitted) {
        return new EventResponse(admitted.http(), admitted.route().name(), responder, connections);
    }

    /** Answers a HEAD, whose stream has a head only; returns whether the request is one. */
    boolean answersHead(AdmittedRequest admitted) {
        HttpServerRequest http = admitted.http();
        if (!http.method().equals(HttpMethod.HEAD)) {
            return false;
        }
        responder.openEvents(http.response(), admitted.route().name());
        http.response().end();
        Connections.of(http.connection()).login().callEnded();
        return true;
    }

    /** Counts a stream as open while its connection is; {@code end} is run once if its caller's access ends. */
    void opened(AdmittedRequest admitted, RatedStream rated, Runnable end, Ends ends) {
        HttpServerRequest http = admitted.http();
        OpenForCallers.Opened opened = access.add(admitted.caller(), end);
        http.response()
                .endHandler(ended -> {
                    opened.close();
                    rated.close();
                })
                .closeHandler(gone -> {
                    opened.close();
                    rated.close();
                    if (Connections.of(http.connection()).cutOff) {
                        ends.closedSlow();
                    } else {
                        ends.closed();
                    }
                });
    }

    /** Rejects a request with a code whose problem names an offset. */
    void refuse(AdmittedRequest admitted, Code code, String detail, long offset) {
        ProblemText text = new ProblemText(responder.text().clear(), code, code.status(), detail);
        text.field("offset").number(offset);
        text.end();
        responder.rejection(admitted.http(), admitted.route().name(), code, code.status(), 0, false);
    }
}
