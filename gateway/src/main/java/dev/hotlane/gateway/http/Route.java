package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.ReservationList;
import dev.hotlane.gateway.status.RequestKind;
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
        STATS,
        HEALTHZ,
        READYZ,
        METRICS,
        CONTRACT
    }

    /** The class that its times are counted in. */
    RequestKind kind() {
        if (page == null) {
            return call == null ? RequestKind.UNTIMED : ofCall();
        }
        return switch (page) {
            case COUNTERS, PRODUCTS -> RequestKind.LIST;
            case PRODUCT -> RequestKind.READ;
            default -> RequestKind.UNTIMED;
        };
    }

    private RequestKind ofCall() {
        if (keyed) {
            return RequestKind.WRITE;
        }
        return call instanceof ReservationList ? RequestKind.LIST : RequestKind.READ;
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
                    case STATUS, STATS, HEALTHZ, READYZ, METRICS, CONTRACT -> false;
                };
    }
}
