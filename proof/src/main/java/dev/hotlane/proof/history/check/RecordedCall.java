package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.ModelIds;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A parsed request of the contract. Immutable.
 *
 * @param route of the contract
 * @param tenant of its caller; empty for none
 * @param id the Idempotency-Key, null of a read
 * @param name in the path: a counter, a reservation or a command; null for none
 * @param query parameters
 * @param body of the request, empty if it had none
 * @param condition "absent", a version, or null
 */
record RecordedCall(
        Route route,
        String tenant,
        String id,
        String name,
        Map<String, String> query,
        TableRow body,
        String condition) {
    enum Route {
        TRANSACT,
        RESERVE,
        CONFIRM,
        CANCEL,
        EXTEND,
        ABANDON,
        PUT,
        DELETE,
        INCREMENT,
        DRAIN,
        TAKE,
        COUNTER,
        COUNTERS,
        RESERVATION,
        RESERVATIONS,
        COMMAND
    }

    static RecordedCall of(TableRow invoke) {
        TableRow request = invoke.row("request");
        String[] target = request.text("path").split("\\?", 2);
        String[] parts = target[0].split("/");
        String name = parts.length > 3 ? decoded(parts[3]) : null;
        Route route = route(request.text("method"), parts[2], name, parts.length > 4 ? parts[4] : "");
        return new RecordedCall(
                route,
                invoke.text("tenant") == null ? "" : invoke.text("tenant"),
                invoke.text("id"),
                name,
                query(target.length > 1 ? target[1] : ""),
                request.row("body"),
                request.text("ifMatch"));
    }

    private static Route route(String method, String family, String name, String verb) {
        return switch (family + " " + method + (name == null ? "" : " one") + (verb.isEmpty() ? "" : " " + verb)) {
            case "transactions POST" -> Route.TRANSACT;
            case "reservations POST" -> Route.RESERVE;
            case "reservations POST one confirm" -> Route.CONFIRM;
            case "reservations POST one cancel" -> Route.CANCEL;
            case "reservations POST one extend" -> Route.EXTEND;
            case "reservations GET one" -> Route.RESERVATION;
            case "reservations GET" -> Route.RESERVATIONS;
            case "commands POST one abandon" -> Route.ABANDON;
            case "commands GET one" -> Route.COMMAND;
            case "counters PUT one" -> Route.PUT;
            case "counters DELETE one" -> Route.DELETE;
            case "counters POST one increment" -> Route.INCREMENT;
            case "counters POST one drain" -> Route.DRAIN;
            case "counters POST one" -> Route.COUNTERS;
            case "counters GET one" -> Route.COUNTER;
            case "buckets POST one take" -> Route.TAKE;
            default ->
                throw new IllegalArgumentException(
                        "no call that a history may hold: " + method + " " + family + " " + verb);
        };
    }

    private static Map<String, String> query(String text) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : text.isEmpty() ? new String[0] : text.split("&")) {
            String[] parts = pair.split("=", 2);
            query.put(parts[0], decoded(parts[1]));
        }
        return query;
    }

    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The key of the reservation or command in the path, which is one of the caller's tenant. */
    String target() {
        return ModelIds.key(tenant, name);
    }

    /** Whether it is a command: then it has an id. */
    boolean isCommand() {
        return switch (route) {
            case COUNTER, COUNTERS, RESERVATION, RESERVATIONS, COMMAND -> false;
            default -> true;
        };
    }
}
