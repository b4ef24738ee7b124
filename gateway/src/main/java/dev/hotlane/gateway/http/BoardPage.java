package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.board.BoardAnswer;
import dev.hotlane.gateway.board.BoardReads;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.EntityTag;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.call.Rejection;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Answers {@code GET /v1/counters?prefix=P&consistency=local}: a board. Belongs to one event loop. */
final class BoardPage {
    private static final CharSequence VARY = HttpHeaders.createOptimized("accept-encoding, hotlane-min-offset");
    private static final CharSequence GZIP = HttpHeaders.createOptimized("gzip");
    private static final CharSequence ONE_SECOND = HttpHeaders.createOptimized("max-age=1");

    private final Parts parts;
    private final Responder responder;
    private final BoardReads reads;
    private final AcceptedForm accepted = new AcceptedForm();

    BoardPage(Parts parts, Responder responder, BoardReads reads) {
        this.parts = parts;
        this.responder = responder;
        this.reads = reads;
    }

    /** Where a list of counters may come from; null for pages of MySQL, whose caller names no consistency. */
    static ReadTerms terms(Parameters parameters) {
        if ("lane".equals(parameters.text("consistency"))) {
            throw Parameters.fault(
                    "consistency",
                    "counters are not listed from the log: leave it out for pages from MySQL, or ask for local and a"
                            + " board");
        }
        return ReadTerms.of(parameters, null);
    }

    /** Answers, at once or when the board is current; throws RequestRefused if the request is rejected at once. */
    void answer(AdmittedRequest request, Parameters parameters, ReadTerms terms) {
        Board board = board(parameters, request.caller());
        reads.read(board, terms, new Answer(request.http(), request.route(), terms));
    }

    private Board board(Parameters parameters, KnownCaller caller) {
        for (String name : List.of("cursor", "limit")) {
            if (parameters.given().containsKey(name)) {
                throw Parameters.fault(name, "a board is listed whole: leave it out");
            }
        }
        String prefix = parameters.text("prefix");
        if (prefix == null) {
            throw Parameters.fault("prefix", "a local list is of a board: name its prefix, see view of /v1/status");
        }
        CallRights.requirePrefix(caller, prefix.getBytes(StandardCharsets.UTF_8));
        if (!parts.settings().reads().view().on()) {
            throw new RequestRefused(
                    Code.UNAVAILABLE,
                    "This gateway holds no view: its operator can start it with --view and --view-board.");
        }
        Board board = parts.view().boards().find(prefix);
        if (board == null) {
            throw Parameters.fault(
                    "prefix",
                    "it is no board of this gateway: name one that view of /v1/status has, or leave out consistency,"
                            + " maxStaleMs and minOffset for pages from MySQL");
        }
        return board;
    }

    private final class Answer implements BoardReads.Receiver {
        private final HttpServerRequest http;
        private final Route route;
        private final ReadTerms terms;

        Answer(HttpServerRequest http, Route route, ReadTerms terms) {
            this.http = http;
            this.route = route;
            this.terms = terms;
        }

        @Override
        public void received(BoardAnswer board) {
            boolean gzip = accepted.isGzip(http.headers());
            HttpServerResponse response = http.response();
            response.putHeader(HttpHeaders.ETAG, gzip ? board.gzipTag() : board.plainTag());
            response.headers().add(HttpHeaders.VARY, VARY);
            responder.local(response, board.sequence(), board.staleMs(), true);
            if (terms.maxStaleMs() == ReadTerms.NONE) {
                // A caller's own bound counts where the answer is read, so no cache may add to the age.
                response.putHeader(HttpHeaders.CACHE_CONTROL, ONE_SECOND);
            }
            String known = http.headers().get(HttpHeaders.IF_NONE_MATCH);
            if (Stream.of(board.plainTag(), board.gzipTag()).anyMatch(tag -> EntityTag.names(known, tag))) {
                responder.revalidated(http, route.name(), 304, null, 0);
                return;
            }
            if (gzip) {
                response.putHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
            }
            byte[] body = gzip ? board.gzip() : board.plain();
            boolean head = http.method().equals(HttpMethod.HEAD);
            responder.revalidated(http, route.name(), 200, head ? null : body, body.length);
        }

        @Override
        public void refused(Code code, String detail) {
            responder.refuse(http, route.name(), code, detail);
        }

        @Override
        public void ended(long sequence) {
            Rejection.offsetInFuture(
                    terms.minOffset(), sequence, responder.text().clear());
            Code code = Code.OFFSET_IN_FUTURE;
            responder.rejection(http, route.name(), code, code.status(), 0, false);
        }
    }
}
