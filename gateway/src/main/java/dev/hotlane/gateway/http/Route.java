package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import io.vertx.core.http.HttpMethod;

/**
 * One line of the contract: a method and a path, with at most one free segment between prefix and suffix.
 *
 * @param name for metrics, and unique
 * @param method that it answers
 * @param prefix of the path, or all of it
 * @param suffix after the free segment, or null if there is none
 * @param call through the log, or null if it is none
 * @param page made here, or null if it is none
 * @param bodies how many times the body limit a body may have; 0 if it has none
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

    /** Whether this path is meant, whatever the method. */
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

    /** Whether it reports on this gateway itself, and needs neither log nor database. */
    boolean tellsHealth() {
        return page != null && page != PageKind.COUNTERS && page != PageKind.CONTRACT;
    }

    /** Whether there is a free segment. */
    boolean hasSegment() {
        return suffix != null;
    }

    /** The free segment of a path that matches, decoded. */
    byte[] segment(String path) {
        return PathText.decode(path, prefix.length(), path.length() - suffix.length(), "the path");
    }
}
