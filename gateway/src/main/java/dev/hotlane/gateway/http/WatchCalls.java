package dev.hotlane.gateway.http;

import dev.hotlane.access.rate.CallCost;
import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.watch.EventId;
import dev.hotlane.gateway.watch.WatchLoop;
import dev.hotlane.gateway.watch.WatchRequest;
import dev.hotlane.gateway.watch.WatchStream;
import dev.hotlane.gateway.watch.Watches;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers {@code GET /v1/watch}. Belongs to one event loop. */
final class WatchCalls {
    private final Streams streams;
    private final Parts parts;
    private final Watches watches;
    private final WatchLoop loop;
    private final CutReader cuts;

    WatchCalls(Streams streams, WatchLoop loop, CutReader cuts) {
        this.streams = streams;
        this.loop = loop;
        this.cuts = cuts;
        parts = streams.parts();
        watches = parts.view().watches();
    }

    /**
     * Opens a stream, at once or when the view has reached the state that the client has; throws RequestRefused if it is
     * rejected at once.
     */
    void open(AdmittedRequest admitted) {
        HttpServerRequest http = admitted.http();
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
            refuseId(admitted, "The Last-Event-ID is of another lane", watches.sequence());
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
                refuseId(admitted, "The Last-Event-ID is above the log's end, " + sequence, sequence);
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
            streams.responder().refuse(admitted.http(), admitted.route().name(), e);
        }
    }

    private void refuseId(AdmittedRequest admitted, String what, long end) {
        String detail = what + ": open the stream without it, and drop the values that you have.";
        streams.refuse(admitted, Code.OFFSET_IN_FUTURE, detail, end);
    }

    private void begin(AdmittedRequest admitted, WatchRequest request) {
        HttpServerRequest http = admitted.http();
        if (http.response().closed() || streams.answersHead(admitted)) {
            return;
        }
        // The stream is open from here, and counted as one; the call that opened it is over.
        RatedStream rated = RatedStream.open(parts.access(), admitted.caller());
        WatchStream stream = loop.open(streams.events(admitted), request);
        Connections.of(http.connection()).login().callEnded();
        if (stream == null) {
            rated.close();
            watches.counts().refuse();
            throw new RequestRefused(
                    Code.OVERLOADED,
                    "This gateway has no place for another stream: open it again, best at another gateway.");
        }
        streams.opened(admitted, rated, () -> loop.end(stream), new Streams.Ends() {
            @Override
            public void closed() {
                loop.closed(stream);
            }

            @Override
            public void closedSlow() {
                loop.closedSlow(stream);
            }
        });
    }
}
