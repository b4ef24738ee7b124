package dev.hotlane.gateway.http;

import dev.hotlane.gateway.board.Board;
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

    WatchCalls(Parts parts, WatchLoop loop, Responder responder, Connections connections, CutReader cuts) {
        this.parts = parts;
        this.loop = loop;
        this.responder = responder;
        this.connections = connections;
        this.cuts = cuts;
        watches = parts.view().watches();
    }

    /**
     * Opens a stream, at once or when the view has reached the state that the client has; throws RequestRefused if it is
     * rejected at once.
     */
    void open(HttpServerRequest http, Route route) {
        WatchRequest request = WatchQuery.of(http.query(), http.headers());
        Board board = request.prefix() == null ? null : board(request.prefix());
        requireView(board);
        EventId after = request.after();
        if (after != null && !after.lane().equals(watches.lane())) {
            refuseId(http, route, "The Last-Event-ID is of another lane", watches.sequence());
        } else if (after == null || watches.reaches(after)) {
            begin(http, route, request);
        } else {
            await(http, route, request);
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
    private void await(HttpServerRequest http, Route route, WatchRequest request) {
        byte[] key = request.prefix() == null ? request.keys().get(0) : request.prefix();
        ReadTerms terms = new ReadTerms(true, ReadTerms.NONE, request.after().sequence());
        String trace = http.headers().get(RequestExchange.TRACEPARENT);
        cuts.read(List.of(key), terms, trace, new CutReader.Receiver() {
            @Override
            public void received(CounterCut cut) {
                beginOrRefuse(http, route, request);
            }

            @Override
            public void refused(Code code, String detail) {
                beginOrRefuse(http, route, request);
            }

            @Override
            public void ended(long sequence) {
                refuseId(http, route, "The Last-Event-ID is above the log's end, " + sequence, sequence);
            }
        });
    }

    private void beginOrRefuse(HttpServerRequest http, Route route, WatchRequest request) {
        try {
            requireView(null);
            if (!watches.reaches(request.after())) {
                watches.counts().refuse();
                throw new RequestRefused(
                        Code.UNAVAILABLE, "The view has not reached the Last-Event-ID. Open the stream again.");
            }
            begin(http, route, request);
        } catch (RequestRefused e) {
            responder.refuse(http, route.name(), e);
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

    private void begin(HttpServerRequest http, Route route, WatchRequest request) {
        if (http.response().closed()) {
            return;
        }
        if (http.method().equals(HttpMethod.HEAD)) {
            responder.openEvents(http.response(), route.name());
            http.response().end();
            return;
        }
        WatchStream stream = loop.open(new EventResponse(http, route.name(), responder, connections), request);
        if (stream == null) {
            watches.counts().refuse();
            throw new RequestRefused(
                    Code.OVERLOADED,
                    "This gateway has no place for another stream: open it again, best at another gateway.");
        }
        http.response().closeHandler(gone -> {
            if (Connections.of(http.connection()).cutOff) {
                loop.closedSlow(stream);
            } else {
                loop.closed(stream);
            }
        });
    }
}
