package dev.hotlane.console.page;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.console.caller.ConsoleCallers;
import dev.hotlane.console.caller.ConsoleView;
import dev.hotlane.console.caller.LoginSession;
import dev.hotlane.console.caller.RandomText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Consumer;

/**
 * Answers {@code /login} with a form and what it sends, {@code /logout}, and {@code /caller}, which says who is logged in. Each
 * form must send the token that it was made with. On the event loop.
 */
final class LoginAnswers {
    /** The cookie of a session. */
    static final String SESSION = "hotlane-console";

    /** The cookie of a form of a browser that is not logged in; the form has the same token. */
    private static final String FORM = "hotlane-login";

    private static final String LOGIN = "/login";
    private static final int BODY_MAX = 1_024;

    private final PageDoor door;
    private final ConsoleCallers callers;
    private final LoginPage page = new LoginPage();

    LoginAnswers(PageDoor door, ConsoleCallers callers) {
        this.door = door;
        this.callers = callers;
    }

    /** Whether the request belongs here; then it is answered, now or when its body is there. */
    boolean answers(HttpServerRequest request) {
        boolean reads = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
        boolean posts = request.method() == HttpMethod.POST;
        String path = String.valueOf(request.path());
        if (reads && path.equals("/caller")) {
            caller(request);
        } else if (callers.areAnyone()) {
            return false;
        } else if (reads && path.equals(LOGIN)) {
            if (door.session(request) == null) {
                form(request, 200, "");
            } else {
                go(request, "/");
            }
        } else if (posts && path.equals(LOGIN)) {
            body(request, sent -> login(request, sent));
        } else if (posts && path.equals("/logout")) {
            body(request, sent -> logout(request, sent));
        } else {
            return false;
        }
        return true;
    }

    private void caller(HttpServerRequest request) {
        LoginSession session = door.session(request);
        if (session == null) {
            PageServer.refuse(request.response(), 401, "Log in at /login first.");
            return;
        }
        KnownCaller caller = session.caller();
        JsonObject lacks = new JsonObject();
        for (ConsoleView view : ConsoleView.values()) {
            if (view.lack(caller) != null) {
                lacks.put(view.word(), view.lack(caller));
            }
        }
        JsonObject json = new JsonObject().put("lacks", lacks);
        if (!caller.isAnyone()) {
            json.put("name", caller.principal().name())
                    .put("tenant", caller.principal().tenant());
            json.put("csrf", session.csrf());
        }
        request.response().putHeader("Content-Type", "application/json").end(json.toBuffer());
    }

    private void login(HttpServerRequest request, FormBody sent) {
        if (!RandomText.same(sent.field("csrf"), door.cookie(request, FORM))) {
            form(request, 403, "This form is not of this console, or too old: send it again.");
        } else if (!callers.mayTry(address(request))) {
            request.response().putHeader("Retry-After", "60");
            form(request, 429, "Too many attempts from your address: wait a minute.");
        } else {
            String key = sent.field("key");
            LoginSession session = key == null ? null : callers.login(key.strip());
            if (session == null) {
                form(request, 401, "No principal has this key, or it has expired.");
                return;
            }
            callers.logout(door.cookie(request, SESSION));
            door.setCookie(request, FORM, null);
            door.setCookie(request, SESSION, session.id());
            go(request, "/");
        }
    }

    private void logout(HttpServerRequest request, FormBody sent) {
        LoginSession session = door.session(request);
        if (session != null && !RandomText.same(sent.field("csrf"), session.csrf())) {
            PageServer.refuse(request.response(), 403, "The form has no token of this session: nothing was done.");
            return;
        }
        callers.logout(session == null ? null : session.id());
        door.setCookie(request, SESSION, null);
        go(request, LOGIN);
    }

    private void form(HttpServerRequest request, int status, String fault) {
        String before = door.cookie(request, FORM);
        String token = RandomText.isWhole(before) ? before : RandomText.make();
        door.setCookie(request, FORM, token);
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "text/html; charset=utf-8")
                .end(page.with(token, fault));
    }

    /** Reads a short body; any other one is refused, and its connection closed. */
    private static void body(HttpServerRequest request, Consumer<FormBody> then) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || !length.matches("\\d{1,4}") || Integer.parseInt(length) > BODY_MAX) {
            request.response().putHeader("Connection", "close");
            PageServer.refuse(
                    request.response(), 413, "A form has a Content-Length of at most " + BODY_MAX + " bytes.");
            return;
        }
        request.body().onSuccess((Buffer sent) -> then.accept(new FormBody(sent)));
    }

    private static void go(HttpServerRequest request, String path) {
        HttpServerResponse response = request.response();
        response.setStatusCode(303).putHeader("Location", path).end();
    }

    private static InetAddress address(HttpServerRequest request) {
        try {
            return InetAddress.getByName(request.remoteAddress().hostAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the other end of a connection has no address", e);
        }
    }
}
