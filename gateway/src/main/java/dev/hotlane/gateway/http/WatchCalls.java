package dev.hotlane.gateway.http;

import dev.hotlane.access.rate.CallCost;
import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.watch.EventId;
import dev.hotlane.gateway.watch.WatchLoop;
import dev.hotlane.gateway.watch.WatchRequest;
import dev.hotlane.gateway.watch.WatchStream;
import dev.hotlane.gateway.watch.Watches;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers {@code GET /v1/watch}. Belongs to one event loop. */
final class WatchCalls {
    private final Parts parts;
    private final Watches watches;
    private final WatchLoop loop;
    private final Responder responder;
    private final Connections connections;
    private final CutReader cuts;
    private final OpenForCallers access;

    WatchCalls(
            Parts parts,
            WatchLoop loop,
            Responder responder,
            Connections connections,
            CutReader cuts,
            OpenForCallers access) {
        this.parts = parts;
        this.loop = loop;
        this.responder = responder;
        this.connections = connections;
        this.cuts = cuts;
        this.access = access;
        watches = parts.view().watches();
    }

    /**
     * Opens a stream, at once or when the view has reached the state that the client has; throws RequestRefused if it is
     * rejected at once.
     */
    void open(AdmittedRequest admitted) {
        HttpServerRequest http = admitted.http();
        Route route = admitted.route();
        WatchRequest request = WatchQuery.of(http.query(), http.headers());
        if (request.prefix() == null) {
            CallRights.requireKeys(admitted.caller(), request.keys());
        } else {
            CallRights.requirePrefix(admitted.caller(), request.prefix());
        }
        admitted.rated()
                .charge(
                        request.prefix() == null
                                ? CallCost.rest(0, request.keys().size())
                                : CallCost.PAGE_REST);
        Board board = request.prefix() == null ? null : board(request.prefix());
        requireView(board);
        EventId after = request.after();
        if (after != null && !after.lane().equals(watches.lane())) {
            refuseId(http, route, "The Last-Event-ID is of another lane", watches.sequence());
        } else if (after == null || watches.reaches(after)) {
            begin(admitted, request);
        } else {
            await(admitted, request);
        }
    }

    private Board board(byte[] prefix) {
        Board board = parts.view().boards().find(new String(prefix, StandardCharsets.UTF_8));
        if (board == null) {
            throw Parameters.fault("prefix", "it is no board: an operator of this gateway can name it in --view-board");
        }
        return board;
    }

    private void requireView(Board board) {
        String fault = fault(board);
        if (fault != null) {
            watches.counts().refuse();
            throw new RequestRefused(Code.UNAVAILABLE, fault);
        }
    }

    private String fault(Board board) {
        if (!parts.settings().reads().view().on()) {
            return "This gateway has no view to watch: its operator can start it with --view.";
        }
        if (parts.health().draining()) {
            return "This gateway is shutting down. Open the stream at another one.";
        }
        if (watches.sequence() < 0) {
            return "The view is not loaded. Open the stream again.";
        }
        return board != null && board.exceeded()
                ? "This board has more than " + Board.KEYS_MAX + " counters, so it can't be watched."
                : null;
    }

    /** Reads up to the client's id: from the view if it gets there in time, else from the log, whose answer has its end. */
    private void await(AdmittedRequest admitted, WatchRequest request) {
        HttpServerRequest http = admitted.http();
        Route route = admitted.route();
        byte[] key = request.prefix() == null ? request.keys().get(0) : request.prefix();
        ReadTerms terms = new ReadTerms(true, ReadTerms.NONE, request.after().sequence());
        String trace = http.headers().get(RequestExchange.TRACEPARENT);
        cuts.read(admitted.caller().sender(), List.of(key), terms, trace, new CutReader.Receiver() {
            @Override
            public void received(CounterCut cut) {
                beginOrRefuse(admitted, request);
            }

            @Override
            public void refused(Code code, String detail) {
                beginOrRefuse(admitted, request);
            }

            @Override
            public void ended(long sequence) {
                refuseId(http, route, "The Last-Event-ID is above the log's end, " + sequence, sequence);
            }
        });
    }

    private void beginOrRefuse(AdmittedRequest admitted, WatchRequest request) {
        try {
            requireView(null);
            if (!watches.reaches(request.after())) {
                watches.counts().refuse();
                throw new RequestRefused(
                        Code.UNAVAILABLE, "The view has not reached the Last-Event-ID. Open the stream again.");
            }
            begin(admitted, request);
        } catch (RequestRefused e) {
            responder.refuse(admitted.http(), admitted.route().name(), e);
        }
    }

    private void refuseId(HttpServerRequest http, Route route, String what, long end) {
        Code code = Code.OFFSET_IN_FUTURE;
        String detail = what + ": open the stream without it, and drop the values that you have.";
        ProblemText text = new ProblemText(responder.text().clear(), code, code.status(), detail);
        text.field("offset").number(end);
        text.end();
        responder.rejection(http, route.name(), code.status(), 0, false);
    }

    private void begin(AdmittedRequest admitted, WatchRequest request) {
        HttpServerRequest http = admitted.http();
        Route route = admitted.route();
        if (http.response().closed()) {
            return;
        }
        if (http.method().equals(HttpMethod.HEAD)) {
            responder.openEvents(http.response(), route.name());
            http.response().end();
            Connections.of(http.connection()).login().callEnded();
            return;
        }
        // The stream is open from here, and counted as one; the call that opened it is over.
        RatedStream rated = RatedStream.open(parts.access(), admitted.caller());
        WatchStream stream = loop.open(new EventResponse(http, route.name(), responder, connections), request);
        Connections.of(http.connection()).login().callEnded();
        if (stream == null) {
            rated.close();
            watches.counts().refuse();
            throw new RequestRefused(
                    Code.OVERLOADED,
                    "This gateway has no place for another stream: open it again, best at another gateway.");
        }
        OpenForCallers.Opened opened = access.add(admitted.caller(), () -> loop.end(stream));
        http.response()
                .endHandler(ended -> {
                    opened.close();
                    rated.close();
                })
                .closeHandler(gone -> {
                    opened.close();
                    rated.close();
                    if (Connections.of(http.connection()).cutOff) {
                        loop.closedSlow(stream);
                    } else {
                        loop.closed(stream);
                    }
                });
    }
}
