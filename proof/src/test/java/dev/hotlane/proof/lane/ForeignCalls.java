package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Each call on what is not its caller's: the reservation and the command {@link #HOLD} of the tenant acme and of the owner ann,
 * and the counters with the prefix {@code k:}. Callers: {@code rival} of another tenant, {@code owned} of the same tenant, who
 * reaches reservations by their owner, and {@code outsider}, to whom other keys are granted.
 */
final class ForeignCalls {
    /** The id of the reservation. */
    static final String HOLD = "t-hold";

    /** Routes that reach nothing of a tenant; for products, GatewayCardsTest and RightsTest look at their counters' keys. */
    private static final Set<String> WITHOUT_OBJECTS =
            Set.of("healthz", "readyz", "contract", "status", "stats", "metrics", "product_get", "products");

    private static final String TAKE = "\"tokens\":1,\"count\":9,\"periodMs\":1000,\"burst\":9";

    /** One call; {@code route} is its name in the metrics. */
    private record Case(
            String route,
            String caller,
            String method,
            String path,
            String body,
            Consumer<HttpResponse<String>> wanted) {}

    private final KeyedLane on;

    ForeignCalls(KeyedLane on) {
        this.on = on;
    }

    /** The routes with a case, and those that need none. */
    static Set<String> routes() {
        Set<String> routes = new HashSet<>(WITHOUT_OBJECTS);
        cases().forEach(call -> routes.add(call.route()));
        return routes;
    }

    /** Makes each call; requires its answer, and that nothing that acme sees has changed. */
    void requireRefused() {
        String reserve = "{\"lines\":[{\"key\":\"k:1\",\"quantity\":2}],\"ttlMs\":600000,\"owner\":\"ann\"}";
        ok(on.call("acme", HOLD, "POST", "/v1/reservations", reserve));
        String before = seen();
        cases().forEach(call -> {
            HttpResponse<String> answer = on.call(call.caller(), call.method(), call.path(), call.body());
            assertThat(answer).as("%s: %s", call, answer.body()).satisfies(call.wanted());
        });
        assertThat(seen()).isEqualTo(before);
        // The command of the same id is acme's still, and its outcome the same.
        assertThat(on.call("acme", HOLD, "POST", "/v1/reservations", reserve)
                        .headers()
                        .firstValue("Idempotency-Replayed"))
                .hasValue("true");
        ok(on.call("owned", "POST", "/v1/reservations/" + HOLD + "/confirm", "{\"owner\":\"ann\"}"));
    }

    /** Counters and reservations, without the fields that name the moment of the read. */
    private String seen() {
        StringBuilder seen = new StringBuilder();
        for (String path : List.of(
                "/v1/counters/k%3A1",
                "/v1/counters/k%3A2",
                "/v1/reservations/" + HOLD,
                "/v1/reservations?owner=ann",
                "/v1/commands/" + HOLD)) {
            JsonObject body =
                    new JsonObject(ok(on.call("acme", "GET", path, null)).body());
            Stream.of("offset", "time").forEach(body::remove);
            seen.append(body.encode()).append('\n');
        }
        return seen.toString();
    }

    private static Stream<Case> cases() {
        return Stream.of(ofAnotherTenant(), ofAnotherOwner(), ofOtherKeys()).flatMap(cases -> cases);
    }

    private static Stream<Case> ofAnotherTenant() {
        String hold = "/v1/reservations/" + HOLD;
        return Stream.of(
                new Case("confirm", "rival", "POST", hold + "/confirm", "{}", is(404)),
                new Case("cancel", "rival", "POST", hold + "/cancel", "{}", is(404)),
                new Case("extend", "rival", "POST", hold + "/extend", "{\"ttlMs\":900000}", is(404)),
                new Case("reservation_get", "rival", "GET", hold, null, is(404)),
                new Case("reservation_get", "rival", "GET", hold + "?owner=ann", null, is(404)),
                new Case("command_get", "rival", "GET", "/v1/commands/" + HOLD, null, is(404)),
                new Case("reservations", "rival", "GET", "/v1/reservations", null, ForeignCalls::absent),
                new Case("reservations", "rival", "GET", "/v1/reservations?owner=ann", null, ForeignCalls::absent),
                new Case("reservations", "rival", "GET", "/v1/reservations?key=k%3A1", null, ForeignCalls::absent),
                new Case("batch", "rival", "POST", "/v1/batch", lines(""), each(404, 404, 404, 200)),
                // Ends the caller's own command of that id, which never ran.
                new Case("abandon", "rival", "POST", "/v1/commands/" + HOLD + "/abandon", null, is(200)));
    }

    private static Stream<Case> ofAnotherOwner() {
        String hold = "/v1/reservations/" + HOLD;
        String lines = "{\"lines\":[{\"key\":\"k:1\",\"quantity\":1}],\"ttlMs\":600000}";
        return Stream.of(
                new Case("confirm", "owned", "POST", hold + "/confirm", "{\"owner\":\"bob\"}", is(404)),
                new Case("confirm", "owned", "POST", hold + "/confirm", "{}", is(403)),
                new Case("cancel", "owned", "POST", hold + "/cancel", "{\"owner\":\"bob\"}", is(404)),
                new Case("cancel", "owned", "POST", hold + "/cancel", "{}", is(403)),
                new Case("extend", "owned", "POST", hold + "/extend", "{\"owner\":\"bob\",\"ttlMs\":900000}", is(404)),
                new Case("extend", "owned", "POST", hold + "/extend", "{\"ttlMs\":900000}", is(403)),
                new Case("reservation_get", "owned", "GET", hold + "?owner=bob", null, is(404)),
                new Case("reservation_get", "owned", "GET", hold, null, is(403)),
                new Case("reservations", "owned", "GET", "/v1/reservations?owner=bob", null, ForeignCalls::absent),
                new Case("reservations", "owned", "GET", "/v1/reservations", null, is(403)),
                new Case("reserve", "owned", "POST", "/v1/reservations", lines, is(403)),
                new Case("command_get", "owned", "GET", "/v1/commands/" + HOLD, null, is(403)),
                new Case("abandon", "owned", "POST", "/v1/commands/" + HOLD + "/abandon", null, is(403)),
                new Case("batch", "owned", "POST", "/v1/batch", lines(",\"owner\":\"bob\""), each(404, 404, 404, 403)),
                new Case("batch", "owned", "POST", "/v1/batch", lines(""), each(403, 403, 403, 403)));
    }

    private static Stream<Case> ofOtherKeys() {
        String reserve = "{\"lines\":[{\"key\":\"k:1\",\"quantity\":1}],\"ttlMs\":600000}";
        Stream<Case> ops = Stream.of(
                        "{\"op\":\"add\",\"key\":\"k:1\",\"delta\":-1}",
                        "{\"op\":\"add\",\"key\":\"k:1\",\"delta\":1}",
                        "{\"op\":\"add\",\"key\":\"k:1\",\"delta\":1,\"max\":9}",
                        "{\"op\":\"check\",\"key\":\"k:1\",\"min\":0}",
                        "{\"op\":\"set\",\"key\":\"k:1\",\"value\":1}",
                        "{\"op\":\"remove\",\"key\":\"k:1\"}",
                        "{\"op\":\"take\",\"key\":\"k:1\"," + TAKE + "}")
                .map(op -> new Case(
                        "transactions", "outsider", "POST", "/v1/transactions", "{\"ops\":[" + op + "]}", is(403)));
        String line = "{\"id\":\"o-1\",\"ops\":[{\"op\":\"set\",\"key\":\"k:1\",\"value\":1}]}\n";
        Stream<Case> calls = Stream.of(
                new Case("reserve", "outsider", "POST", "/v1/reservations", reserve, is(403)),
                new Case("increment", "outsider", "POST", "/v1/counters/k%3A1/increment", "{\"amount\":1}", is(403)),
                new Case("drain", "outsider", "POST", "/v1/counters/k%3A1/drain", null, is(403)),
                new Case("counter_put", "outsider", "PUT", "/v1/counters/k%3A1", "{\"value\":1}", is(403)),
                new Case("counter_delete", "outsider", "DELETE", "/v1/counters/k%3A1", null, is(403)),
                new Case("take", "outsider", "POST", "/v1/buckets/k%3A1/take", "{" + TAKE + "}", is(403)),
                new Case("query", "outsider", "POST", "/v1/counters/query", "{\"keys\":[\"k:1\"]}", is(403)),
                new Case("counter_get", "outsider", "GET", "/v1/counters/k%3A1", null, is(403)),
                new Case("counters", "outsider", "GET", "/v1/counters?prefix=k%3A", null, is(403)),
                new Case("counters", "outsider", "GET", "/v1/counters", null, is(403)),
                new Case("watch", "outsider", "GET", "/v1/watch?key=k%3A1", null, is(403)),
                new Case("changes", "outsider", "GET", "/v1/changes?prefix=k%3A", null, is(403)),
                new Case("batch", "outsider", "POST", "/v1/batch", line, each(403)));
        return Stream.concat(ops, calls);
    }

    /** A confirm, a cancel, an extend and an abandon as lines of a batch. */
    private static String lines(String more) {
        String line = "{\"id\":\"f-%s" + more.length() + "\",\"kind\":\"%s\",\"reservation\":\"" + HOLD + "\"%s" + more
                + "}\n";
        return line.formatted("confirm", "confirm", "")
                + line.formatted("cancel", "cancel", "")
                + line.formatted("extend", "extend", ",\"ttlMs\":900000")
                + "{\"id\":\"f-abandon" + more.length() + "\",\"kind\":\"abandon\",\"command\":\"" + HOLD + "\"}\n";
    }

    private static Consumer<HttpResponse<String>> is(int status) {
        return answer -> assertThat(answer.statusCode()).isEqualTo(status);
    }

    private static void absent(HttpResponse<String> answer) {
        assertThat(ok(answer).body()).doesNotContain(HOLD);
    }

    /** The statuses of a batch's lines. */
    private static Consumer<HttpResponse<String>> each(Integer... statuses) {
        return answer -> assertThat(ok(answer).body().lines().map(line -> new JsonObject(line).getInteger("status")))
                .containsExactly(statuses);
    }

    private static HttpResponse<String> ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return answer;
    }
}
