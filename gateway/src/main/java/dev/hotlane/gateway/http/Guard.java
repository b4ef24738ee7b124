package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.protocol.host.HostNames;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/**
 * Rejects requests of web pages that are not allowed, before any other check of the request. A browser names the
 * page's site in Host, Origin and Sec-Fetch-Site. Any thread; no state.
 */
final class Guard {
    private static final CharSequence SITE = HttpHeaders.createOptimized("sec-fetch-site");

    private final HostNames hosts;
    private final Set<String> origins;
    private final boolean secure;

    Guard(HttpSettings settings) {
        hosts = HostNames.of(settings.host(), settings.reach().hosts());
        origins = Set.copyOf(settings.reach().origins());
        secure = settings.tls().secure();
    }

    /**
     * Throws a {@link RequestRefused} if the request is not allowed. Returns the Origin if the settings list it, so
     * that its page may read the answer; else null.
     */
    String admit(HttpServerRequest http, Route route) {
        MultiMap headers = http.headers();
        String host = headers.get(HttpHeaders.HOST);
        requireHost(http, host);
        String origin = headers.get(HttpHeaders.ORIGIN);
        if (origin == null) {
            requireSite(headers.get(SITE), route);
            return null;
        }
        boolean one = headers.getAll(HttpHeaders.ORIGIN).size() == 1;
        if (one && origins.contains(origin)) {
            return origin;
        }
        if (one && isOwn(origin, host)) {
            return null;
        }
        throw new RequestRefused(
                Code.FORBIDDEN,
                "Pages of the origin " + shown(origin) + " may not call: an operator of this gateway can name it in"
                        + " --gateway-origins.");
    }

    private void requireHost(HttpServerRequest http, String host) {
        String uri = http.uri();
        if (!uri.startsWith("/") && !host.equalsIgnoreCase(authority(uri, host))) {
            throw RequestRefused.malformed("Host: a request target with a host of its own needs the same one here");
        }
        if (!hosts.allow(host) && !HostNames.isAddress(host, http.localAddress().hostAddress())) {
            throw new RequestRefused(
                    Code.MISDIRECTED,
                    "This gateway is not called " + shown(host) + ": use its own name, or name this one in"
                            + " --gateway-hosts.");
        }
    }

    /** The host of an absolute request target; {@code otherwise} if the target has none. */
    private static String authority(String uri, String otherwise) {
        int start = uri.indexOf("://");
        if (start < 0) {
            return otherwise;
        }
        int end = uri.indexOf('/', start + 3);
        return end < 0 ? uri.substring(start + 3) : uri.substring(start + 3, end);
    }

    /**
     * A page may load images and frames of other sites without an Origin header; such a request reaches neither lane
     * nor MySQL.
     */
    private static void requireSite(String site, Route route) {
        if (site != null && isForeign(site) && route != null && route.leavesGateway()) {
            throw new RequestRefused(
                    Code.FORBIDDEN, "A page of another site sent this, and did not say by an Origin header which one.");
        }
    }

    private static boolean isForeign(String site) {
        return !site.equals("same-origin") && !site.equals("none");
    }

    /**
     * Whether the page is of this server. By http only if callers come without TLS: anyone on the way can change such a page.
     * By https always, as a proxy in front may end TLS.
     */
    private boolean isOwn(String origin, String host) {
        int scheme = !secure && origin.startsWith("http://") ? 7 : origin.startsWith("https://") ? 8 : -1;
        return scheme > 0
                && origin.length() - scheme == host.length()
                && origin.regionMatches(true, scheme, host, 0, host.length());
    }

    private static String shown(String found) {
        return found.length() <= 100 ? found : found.substring(0, 100) + "...";
    }
}
