package dev.hotlane.console.page;

import dev.hotlane.access.Prefixes;
import dev.hotlane.console.caller.ConsoleView;
import dev.hotlane.console.caller.LoginSession;
import dev.hotlane.console.log.LogDesk;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Answers browsers: fixed files, {@code /live}, the stream of events, and steps of searches in the log. Only GET and HEAD,
 * but for logins. On the event loop.
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
    private final PageDoor door;
    private final LivePages pages;
    private final Function<Prefixes, String> before;
    private final LogAnswers logs;
    private final PageFiles files = new PageFiles();

    /**
     * Not listening yet.
     *
     * @param before makes what a page gets when it opens, of the keys that it may show
     * @param desk takes steps of searches
     */
    public PageServer(Vertx vertx, PageDoor door, LivePages pages, Function<Prefixes, String> before, LogDesk desk) {
        logs = new LogAnswers(desk);
        this.door = door;
        this.pages = pages;
        this.before = before;
        HttpServerOptions options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setSendBufferSize(SEND_BUFFER)
                .setMaxInitialLineLength(LINE_MAX)
                .setMaxFormBufferedBytes(LINE_MAX);
        server = door.server(vertx, options).requestHandler(this::answer);
    }

    /** Listens there; port 0: any free one. Completes with the port. */
    public Future<Integer> listen(String host, int port) {
        return server.listen(port, host).map(HttpServer::actualPort);
    }

    private void answer(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        response.putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "same-origin")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                .putHeader("Cache-Control", "no-store");
        String objection = door.objection(request);
        if (objection != null) {
            refuse(response, 403, objection);
        } else if (!door.answers(request)) {
            show(request, response);
        }
    }

    private void show(HttpServerRequest request, HttpServerResponse response) {
        if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
            response.putHeader("Allow", "GET, HEAD");
            refuse(response, 405, "only GET and HEAD");
            return;
        }
        switch (String.valueOf(request.path())) {
            case "/live" -> admitted(request, ConsoleView.NOW, session -> live(request, session));
            case "/log" -> admitted(request, ConsoleView.LOG, session -> logs.log(request, session));
            case "/reservation" ->
                admitted(request, ConsoleView.RESERVATION, session -> logs.reservation(request, session));
            case "/care" -> admitted(request, ConsoleView.CARE, session -> logs.care(request, session));
            default -> file(request, response);
        }
    }

    /** Answers by that if the caller may see the view; else the request is refused. */
    private void admitted(HttpServerRequest request, ConsoleView view, Consumer<LoginSession> answer) {
        LoginSession session = door.admit(request, view);
        if (session != null) {
            answer.accept(session);
        }
    }

    private void live(HttpServerRequest request, LoginSession session) {
        HttpServerResponse response = request.response();
        if (!pages.hasRoom()) {
            response.putHeader("Retry-After", "10");
            refuse(response, 503, LivePages.PAGES_MAX + " pages are open: close one");
            return;
        }
        response.putHeader("Content-Type", "text/event-stream; charset=utf-8");
        if (request.method() == HttpMethod.HEAD) {
            response.end();
        } else {
            pages.add(response, session, before);
        }
    }

    /** Ends pages and sessions that are over, and takes changed certificates. */
    public void sweep() {
        door.sweep(server);
        pages.sweep();
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
