package dev.hotlane.console.page;

import dev.hotlane.console.log.LogDesk;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.function.Supplier;

/**
 * Answers browsers: fixed files, {@code /live}, the stream of events, and steps of searches in the log. Only GET and HEAD. On
 * the event loop.
 */
public final class PageServer {
    /**
     * Scripts and styles of this server alone; text becomes HTML in lit-html's templates alone.
     */
    private static final String POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none';"
            + " form-action 'self'; require-trusted-types-for 'script'; trusted-types lit-html";

    private static final int IDLE_SECONDS = 30;
    private static final int LINE_MAX = 2_048;
    private static final int SEND_BUFFER = 64 * 1024;

    private final HttpServer server;
    private final PageGuard guard;
    private final LivePages pages;
    private final Supplier<String> before;
    private final LogAnswers logs;
    private final PageFiles files = new PageFiles();

    /**
     * Not listening yet.
     *
     * @param hosts further names that a Host header may have
     * @param before supplies what a page gets when it opens
     * @param desk takes steps of searches
     */
    public PageServer(
            Vertx vertx, String host, List<String> hosts, LivePages pages, Supplier<String> before, LogDesk desk) {
        logs = new LogAnswers(desk);
        this.pages = pages;
        this.before = before;
        guard = new PageGuard(host, hosts);
        HttpServerOptions options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setSendBufferSize(SEND_BUFFER)
                .setMaxInitialLineLength(LINE_MAX)
                .setMaxFormBufferedBytes(LINE_MAX);
        server = vertx.createHttpServer(options).requestHandler(this::answer);
    }

    /** Listens there; port 0: any free one. Completes with the port. */
    public Future<Integer> listen(String host, int port) {
        return server.listen(port, host).map(HttpServer::actualPort);
    }

    private void answer(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        response.putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                .putHeader("Cache-Control", "no-store");
        String objection = guard.objection(request);
        if (objection != null) {
            refuse(response, 403, objection);
        } else if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
            response.putHeader("Allow", "GET, HEAD");
            refuse(response, 405, "only GET and HEAD");
        } else if (request.path() != null && request.path().equals("/live")) {
            live(request, response);
        } else if ("/log".equals(request.path())) {
            logs.log(request);
        } else if ("/reservation".equals(request.path())) {
            logs.reservation(request);
        } else if ("/care".equals(request.path())) {
            logs.care(request);
        } else {
            file(request, response);
        }
    }

    private void live(HttpServerRequest request, HttpServerResponse response) {
        if (!pages.hasRoom()) {
            response.putHeader("Retry-After", "10");
            refuse(response, 503, LivePages.PAGES_MAX + " pages are open: close one");
            return;
        }
        response.putHeader("Content-Type", "text/event-stream; charset=utf-8");
        if (request.method() == HttpMethod.HEAD) {
            response.end();
        } else {
            pages.add(response, before);
        }
    }

    private void file(HttpServerRequest request, HttpServerResponse response) {
        PageFiles.PageFile file = files.at(request.path());
        if (file == null) {
            refuse(response, 404, "no such page");
            return;
        }
        response.putHeader("Content-Type", file.type());
        response.end(file.body());
    }

    /** Answers with that status and one line of text. */
    static void refuse(HttpServerResponse response, int status, String why) {
        response.setStatusCode(status)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .end(why + "\n");
    }

    /** Closes the port and every page. */
    public Future<Void> close() {
        return server.close();
    }
}
