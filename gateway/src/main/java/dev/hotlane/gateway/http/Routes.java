package dev.hotlane.gateway.http;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import dev.hotlane.gateway.call.Abandon;
import dev.hotlane.gateway.call.BucketTake;
import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.CounterChange;
import dev.hotlane.gateway.call.CounterQuery;
import dev.hotlane.gateway.call.CounterRead;
import dev.hotlane.gateway.call.ReservationChange;
import dev.hotlane.gateway.call.ReservationList;
import dev.hotlane.gateway.call.ReservationRead;
import dev.hotlane.gateway.call.Reserve;
import dev.hotlane.gateway.call.StoredCommand;
import dev.hotlane.gateway.call.Transactions;
import dev.hotlane.gateway.http.Route.PageKind;
import dev.hotlane.gateway.http.batch.Batches;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contract's calls in one table; the busiest come first, because the search is in order. Any thread. */
final class Routes {
    private static final String COUNTERS = "/v1/counters/";
    private static final String RESERVATIONS = "/v1/reservations/";
    private static final String COMMANDS = "/v1/commands/";

    /** A query has up to 1,000 keys, more than fits into the body of a command. */
    private static final int QUERY_BODIES = 4;

    /** The only call that is read and answered line by line. */
    static final Route BATCH = new Route(Batches.ROUTE, POST, new PathPattern("/v1/batch", null), null, null, 0, false);

    static final List<Route> ALL = List.of(
            write("transactions", POST, "/v1/transactions", null, new Transactions(), 1),
            write("reserve", POST, "/v1/reservations", null, new Reserve(), 1),
            write("confirm", POST, RESERVATIONS, "/confirm", ReservationChange.CONFIRM, 1),
            write("cancel", POST, RESERVATIONS, "/cancel", ReservationChange.CANCEL, 1),
            write("increment", POST, COUNTERS, "/increment", CounterChange.INCREMENT, 1),
            write("drain", POST, COUNTERS, "/drain", CounterChange.DRAIN, 1),
            write("take", POST, "/v1/buckets/", "/take", new BucketTake(), 1),
            read("query", POST, "/v1/counters/query", null, new CounterQuery(), QUERY_BODIES),
            read("counter_get", GET, COUNTERS, "", new CounterRead(), 0),
            write("counter_put", PUT, COUNTERS, "", CounterChange.PUT, 1),
            write("counter_delete", DELETE, COUNTERS, "", CounterChange.DELETE, 0),
            write("extend", POST, RESERVATIONS, "/extend", ReservationChange.EXTEND, 1),
            read("reservation_get", GET, RESERVATIONS, "", new ReservationRead(), 0),
            read("reservations", GET, "/v1/reservations", null, new ReservationList(), 0),
            write("abandon", POST, COMMANDS, "/abandon", new Abandon(), 1),
            read("command_get", GET, COMMANDS, "", new StoredCommand(), 0),
            BATCH,
            page("counters", "/v1/counters", PageKind.COUNTERS),
            new Route("product_get", GET, new PathPattern("/v1/products/", ""), null, PageKind.PRODUCT, 0, false),
            page("products", "/v1/products", PageKind.PRODUCTS),
            page("watch", "/v1/watch", PageKind.WATCH),
            page("changes", "/v1/changes", PageKind.CHANGES),
            page("status", "/v1/status", PageKind.STATUS),
            page("stats", "/v1/stats", PageKind.STATS),
            page("healthz", "/healthz", PageKind.HEALTHZ),
            page("readyz", "/readyz", PageKind.READYZ),
            page("metrics", "/metrics", PageKind.METRICS),
            page("contract", "/openapi.yaml", PageKind.CONTRACT));

    private static final Map<HttpMethod, List<Route>> BY_METHOD =
            ALL.stream().collect(Collectors.groupingBy(Route::method));

    private Routes() {}

    /** The route of a request, or null. */
    static Route find(HttpMethod method, String path) {
        for (Route route : BY_METHOD.getOrDefault(method, List.of())) {
            if (route.path().matches(path)) {
                return route;
            }
        }
        return null;
    }

    /** The methods that a path takes, separated by commas; empty if there is no such path. */
    static String allowed(String path) {
        return ALL.stream()
                .filter(route -> route.path().matches(path))
                .flatMap(route -> route.method().equals(GET)
                        ? Stream.of("GET", "HEAD")
                        : Stream.of(route.method().name()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Route write(String name, HttpMethod method, String prefix, String suffix, Call call, int bodies) {
        return new Route(name, method, new PathPattern(prefix, suffix), call, null, bodies, true);
    }

    private static Route read(String name, HttpMethod method, String prefix, String suffix, Call call, int bodies) {
        return new Route(name, method, new PathPattern(prefix, suffix), call, null, bodies, false);
    }

    private static Route page(String name, String path, PageKind page) {
        return new Route(name, GET, new PathPattern(path, null), null, page, 0, false);
    }
}
