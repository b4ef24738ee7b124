package dev.hotlane.console.page;

import dev.hotlane.protocol.host.HostNames;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * Rejects requests by a foreign name, with which a web page points here (DNS rebinding), and those of pages of other
 * origins. Any thread; no state.
 */
final class PageGuard {
    private final HostNames hosts;

    private final String scheme;

    /** {@code scheme} is http or https. */
    PageGuard(String scheme, String host, List<String> more) {
        this.scheme = scheme;
        hosts = HostNames.of(host, more);
    }

    /** Why the request is rejected; null if it is not. */
    String objection(HttpServerRequest request) {
        List<String> named = request.headers().getAll(HttpHeaders.HOST);
        if (named.size() != 1) {
            return "expected one Host header, found " + named.size();
        }
        String host = named.get(0);
        if (!hosts.allow(host)
                && !HostNames.isAddress(host, request.localAddress().hostAddress())) {
            return "Host is no name of this console: name it in --console-hosts";
        }
        List<String> origins = request.headers().getAll(HttpHeaders.ORIGIN);
        boolean own =
                origins.isEmpty() || origins.size() == 1 && origins.get(0).equalsIgnoreCase(scheme + "://" + host);
        String site = request.getHeader("sec-fetch-site");
        boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
        boolean opened = "navigate".equals(request.getHeader("sec-fetch-mode")) && request.method() == HttpMethod.GET;
        return own && (!foreign || opened) ? null : "a page of another origin may not read the console";
    }
}
