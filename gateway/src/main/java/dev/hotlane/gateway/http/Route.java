package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import io.vertx.core.http.HttpMethod;

/**
 * One call of the contract: a method and a path, with at most one free segment between prefix and suffix.
 *
 * @param name name in the metrics; unique
 * @param method HTTP method
 * @param prefix start of the path, or the whole path
 * @param suffix what follows the free segment, or null if there is none
 * @param call the call through the log, or null if it is none
 * @param page the page made by the gateway, or null if it is none
 * @param bodies longest body as a multiple of bodyMax; 0 if the body is not gathered
 * @param keyed whether it needs an Idempotency-Key
 */
record Route(
        String name,
        HttpMethod method,
        String prefix,
        String suffix,
        Call call,
        PageKind page,
        int bodies,
        boolean keyed) {

    /** The pages. */
    enum PageKind {
        COUNTERS,
        STATUS,
        HEALTHZ,
        READYZ,
        METRICS,
        CONTRACT
    }

    /** Whether this path matches, whatever the method. */
    boolean matches(String path) {
        if (suffix == null) {
            return path.equals(prefix);
        }
        int segmentEnd = path.length() - suffix.length();
        return segmentEnd >= prefix.length()
                && path.startsWith(prefix)
                && path.endsWith(suffix)
                && path.indexOf('/', prefix.length()) == (suffix.isEmpty() ? -1 : segmentEnd);
    }

    /** Whether it reports on this gateway itself and needs neither log nor database. */
    boolean tellsHealth() {
        return page != null && page != PageKind.COUNTERS && page != PageKind.CONTRACT;
    }

    /** Whether the path has a free segment. */
    boolean hasSegment() {
        return suffix != null;
    }

    /** The decoded free segment of a matching path. */
    byte[] segment(String path) {
        return PathText.decode(path, prefix.length(), path.length() - suffix.length(), "the path");
    }
}
