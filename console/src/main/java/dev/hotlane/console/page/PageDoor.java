package dev.hotlane.console.page;

import dev.hotlane.console.caller.ConsoleCallers;
import dev.hotlane.console.caller.ConsoleTls;
import dev.hotlane.console.caller.ConsoleView;
import dev.hotlane.console.caller.LoginSession;
import dev.hotlane.protocol.tls.PeerCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.ServerSSLOptions;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Who comes in: the names and origins that a request may have, its session, and TLS. On the event loop. */
public final class PageDoor {
    private static final String HOST_ONLY = "__Host-";

    private final PageGuard guard;
    private final ConsoleCallers callers;
    private final ConsoleTls tls;
    private final LoginAnswers logins;
    private ServerSSLOptions used;

    /**
     * The door of one port.
     *
     * @param host address that it listens on
     * @param hosts further names that a Host header may have
     * @param tls null: plain HTTP
     */
    public PageDoor(String host, List<String> hosts, ConsoleCallers callers, ConsoleTls tls) {
        guard = new PageGuard(tls == null ? "http" : "https", host, hosts);
        this.callers = callers;
        this.tls = tls;
        logins = new LoginAnswers(this, callers);
    }

    HttpServer server(Vertx vertx, HttpServerOptions options) {
        if (tls == null) {
            return vertx.createHttpServer(options);
        }
        used = tls.current();
        options.setSsl(true)
                .setUseAlpn(used.isUseAlpn())
                .setKeyCertOptions(used.getKeyCertOptions())
                .setTrustOptions(used.getTrustOptions())
                .setClientAuth(used.getClientAuth())
                .setEnabledSecureTransportProtocols(used.getEnabledSecureTransportProtocols());
        return vertx.createHttpServer(options);
    }

    /** Ends what is over, and gives new connections the newest certificate. */
    void sweep(HttpServer server) {
        callers.sweep();
        if (tls != null && tls.current() != used) {
            used = tls.current();
            server.updateSSLOptions(used.copy());
        }
    }

    /** Why a request of any caller is rejected; null if it is not. */
    String objection(HttpServerRequest request) {
        return guard.objection(request);
    }

    /** Answers what belongs to logins; returns false for any other path. */
    boolean answers(HttpServerRequest request) {
        return logins.answers(request);
    }

    /** The session of a request that may see that view; null if the request has been refused. */
    LoginSession admit(HttpServerRequest request, ConsoleView view) {
        LoginSession session = session(request);
        if (session == null) {
            PageServer.refuse(request.response(), 401, "Log in at /login first.");
            return null;
        }
        String lack = view.lack(session.caller());
        if (lack != null) {
            PageServer.refuse(request.response(), 403, "You may not see this view: " + lack + ".");
            return null;
        }
        return session;
    }

    /** The session of a request; null if it proves no principal. */
    LoginSession session(HttpServerRequest request) {
        return callers.session(cookie(request, LoginAnswers.SESSION), certificate(request));
    }

    private static PeerCertificate certificate(HttpServerRequest request) {
        if (!request.isSSL()) {
            return null;
        }
        try {
            return request.connection().peerCertificates().get(0) instanceof X509Certificate shown
                    ? PeerCertificate.of(shown)
                    : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** The value of a cookie of this console; null if the request has none. */
    String cookie(HttpServerRequest request, String name) {
        Cookie cookie = request.getCookie(named(name));
        return cookie == null ? null : cookie.getValue();
    }

    /** Sets a cookie for this console alone, until the browser ends; {@code value} null: the browser forgets it. */
    void setCookie(HttpServerRequest request, String name, String value) {
        Cookie cookie = Cookie.cookie(named(name), value == null ? "" : value)
                .setPath("/")
                .setHttpOnly(true)
                .setSecure(tls != null)
                .setSameSite(CookieSameSite.STRICT);
        if (value == null) {
            cookie.setMaxAge(0);
        }
        request.response().addCookie(cookie);
    }

    private String named(String name) {
        return tls == null ? name : HOST_ONLY + name;
    }
}
