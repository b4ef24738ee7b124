package dev.hotlane.gateway.http;

import static dev.hotlane.access.Verb.ADD;
import static dev.hotlane.access.Verb.OBSERVE;
import static dev.hotlane.access.Verb.READ;
import static dev.hotlane.access.Verb.RESERVE;
import static dev.hotlane.access.Verb.RESOLVE;
import static dev.hotlane.access.Verb.STOCK;
import static dev.hotlane.access.Verb.TAKE;

import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The verbs of each route: a caller needs one of them. A route with several mixes ops, each of which is judged once the
 * body is read. A route without a verb is open to all. Any thread.
 */
final class RouteVerbs {
    private static final Map<String, List<Verb>> BY_NAME = Map.ofEntries(
            Map.entry("transactions", List.of(TAKE, ADD, STOCK)),
            Map.entry("reserve", List.of(RESERVE)),
            Map.entry("confirm", List.of(RESOLVE)),
            Map.entry("cancel", List.of(RESOLVE)),
            Map.entry("extend", List.of(RESOLVE)),
            Map.entry("abandon", List.of(RESOLVE)),
            Map.entry("increment", List.of(STOCK)),
            Map.entry("drain", List.of(STOCK)),
            Map.entry("counter_put", List.of(STOCK)),
            Map.entry("counter_delete", List.of(STOCK)),
            Map.entry("take", List.of(TAKE, ADD)),
            Map.entry("batch", List.of(RESERVE, RESOLVE, TAKE, ADD, STOCK)),
            Map.entry("query", List.of(READ)),
            Map.entry("counter_get", List.of(READ)),
            Map.entry("reservation_get", List.of(READ)),
            Map.entry("reservations", List.of(READ)),
            Map.entry("command_get", List.of(READ)),
            Map.entry("counters", List.of(READ)),
            Map.entry("product_get", List.of(READ)),
            Map.entry("products", List.of(READ)),
            Map.entry("watch", List.of(READ)),
            Map.entry("changes", List.of(READ)),
            Map.entry("status", List.of(OBSERVE)),
            Map.entry("stats", List.of(OBSERVE)),
            Map.entry("metrics", List.of(OBSERVE)),
            Map.entry("healthz", List.of()),
            Map.entry("readyz", List.of()),
            Map.entry("contract", List.of()));

    private static final IdentityHashMap<Route, List<Verb>> BY_ROUTE = new IdentityHashMap<>();

    static {
        for (Route route : Routes.ALL) {
            List<Verb> verbs = BY_NAME.get(route.name());
            if (verbs == null) {
                throw new IllegalStateException("no verb for the route " + route.name());
            }
            BY_ROUTE.put(route, verbs);
        }
    }

    private RouteVerbs() {}

    /** The verbs of a route, the weakest first; empty if it is open to all. */
    static List<Verb> of(Route route) {
        return BY_ROUTE.get(route);
    }

    /** Whether it ends or prolongs a reservation, or ends a doubt: a part of each rate is kept for such calls. */
    static boolean resolves(Route route) {
        List<Verb> verbs = of(route);
        return verbs.size() == 1 && verbs.get(0) == RESOLVE;
    }

    /** Why a caller with these rights may not call the route, whatever the body; null if it may. */
    static String lack(Route route, Rights rights) {
        List<Verb> verbs = of(route);
        for (int i = 0; i < verbs.size(); i++) {
            if (rights.has(verbs.get(i))) {
                return null;
            }
        }
        return verbs.size() == 1
                ? rights.verb(verbs.get(0)).text()
                : "one of the verbs " + words(verbs) + " is needed, and none is granted";
    }

    private static String words(List<Verb> verbs) {
        return verbs.stream().map(verb -> '"' + verb.word() + '"').collect(Collectors.joining(", "));
    }
}
