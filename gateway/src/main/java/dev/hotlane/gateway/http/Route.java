package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import io.vertx.core.http.HttpMethod;

/**
 * One call of the contract: a method and a path.
 *
 * @param name name in the metrics; unique
 * @param method HTTP method
 * @param path its path
 * @param call the call through the log, or null if it is none
 * @param page the page made by the gateway, or null if it is none
 * @param bodies longest body as a multiple of bodyMax; 0 if the body is not gathered
 * @param keyed whether it needs an Idempotency-Key
 */
record Route(String name, HttpMethod method, PathPattern path, Call call, PageKind page, int bodies, boolean keyed) {

    /** The pages. */
    enum PageKind {
        COUNTERS,
        PRODUCT,
        PRODUCTS,
        WATCH,
        CHANGES,
        STATUS,
        HEALTHZ,
        READYZ,
        METRICS,
        CONTRACT
    }

    /** Whether it reports on this gateway itself and needs neither log nor database. */
    boolean tellsHealth() {
        return !leavesGateway() && page != PageKind.CONTRACT;
    }

    /** Whether it reaches the lane or MySQL. */
    boolean leavesGateway() {
        return page == null
                || switch (page) {
                    case COUNTERS, PRODUCT, PRODUCTS, WATCH, CHANGES -> true;
                    case STATUS, HEALTHZ, READYZ, METRICS, CONTRACT -> false;
                };
    }
}
