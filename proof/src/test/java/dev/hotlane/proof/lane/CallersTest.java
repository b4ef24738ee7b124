package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.KeyedLane.grant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.Verb;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Callers with keys on a real lane: OWASP API 1 (every call on what is another tenant's or owner's), 2 (keys) and 5
 * (every route with every verb).
 */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallersTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String ADD = "{\"ops\":[{\"op\":\"add\",\"key\":\"k:1\",\"delta\":-1}]}";
    private static final String TAKE =
            "{\"ops\":[{\"op\":\"take\",\"key\":\"r:1\",\"tokens\":1,\"count\":9,\"periodMs\":1000,\"burst\":9}]}";

    private final KeyedLane on;

    /** A call, and the verbs that allow it; a route's name from the metrics. */
    private record Called(String route, String method, String path, String body, String verbs) {}

    private static final List<Called> CALLS = List.of(
            new Called("transactions", "POST", "/v1/transactions", ADD, "add stock"),
            new Called("transactions", "POST", "/v1/transactions", TAKE, "take add"),
            new Called("reserve", "POST", "/v1/reservations", reservation("k:1", null), "reserve"),
            new Called("confirm", "POST", "/v1/reservations/none/confirm", "{}", "resolve"),
            new Called("cancel", "POST", "/v1/reservations/none/cancel", "{}", "resolve"),
            new Called("extend", "POST", "/v1/reservations/none/extend", "{\"ttlMs\":1000}", "resolve"),
            new Called("increment", "POST", "/v1/counters/k%3A1/increment", "{\"amount\":1}", "stock"),
            new Called("drain", "POST", "/v1/counters/k%3A2/drain", null, "stock"),
            new Called("counter_put", "PUT", "/v1/counters/k%3A2", "{\"value\":1}", "stock"),
            new Called("counter_delete", "DELETE", "/v1/counters/k%3A3", null, "stock"),
            new Called(
                    "take",
                    "POST",
                    "/v1/buckets/r%3A2/take",
                    "{\"count\":9,\"periodMs\":1000,\"burst\":9}",
                    "take add"),
            new Called("query", "POST", "/v1/counters/query", "{\"keys\":[\"k:1\"]}", "read"),
            new Called("counter_get", "GET", "/v1/counters/k%3A1", null, "read"),
            new Called("reservation_get", "GET", "/v1/reservations/none", null, "read"),
            new Called("reservations", "GET", "/v1/reservations", null, "read"),
            new Called("abandon", "POST", "/v1/commands/none/abandon", null, "resolve"),
            new Called("command_get", "GET", "/v1/commands/none", null, "read"),
            new Called("batch", "POST", "/v1/batch", "\n", "reserve resolve take add stock"),
            new Called("counters", "GET", "/v1/counters?prefix=k%3A", null, "read"),
            new Called("counters", "GET", "/v1/counters?prefix=board%3A&consistency=local", null, "read"),
            new Called("product_get", "GET", "/v1/products/1", null, "read"),
            new Called("products", "GET", "/v1/products?ids=1", null, "read"),
            new Called("watch", "HEAD", "/v1/watch?key=k%3A1", null, "read"),
            new Called("changes", "GET", "/v1/changes", null, "read"),
            new Called("status", "GET", "/v1/status", null, "observe"),
            new Called("stats", "GET", "/v1/stats", null, "observe"),
            new Called("metrics", "GET", "/metrics", null, "observe"));

    private static final List<Called> OPEN = List.of(
            new Called("healthz", "GET", "/healthz", null, ""),
            new Called("readyz", "GET", "/readyz", null, ""),
            new Called("contract", "GET", "/openapi.yaml", null, ""));

    CallersTest(Lane lane) {
        on = new KeyedLane(lane);
    }

    private static String reservation(String key, String owner) {
        JsonObject body = new JsonObject("{\"lines\":[{\"key\":\"" + key + "\",\"quantity\":1}],\"ttlMs\":600000}");
        return (owner == null ? body : body.put("owner", owner)).encode();
    }

    @BeforeAll
    void serve() {
        on.principal("operator", "", grant("observe", null));
        for (Verb verb : Verb.values()) {
            on.principal("only-" + verb.word(), "acme", grant(verb.word(), verb.usesHolds() ? "tenant" : null));
        }
        for (String tenant : List.of("acme", "rival")) {
            on.principal(tenant, tenant, grant("read reserve resolve add stock take", "tenant"));
        }
        on.principal("owned", "acme", grant("read reserve resolve", "owner"), grant("add", null));
        on.principal("outsider", "rival", KeyedLane.on("rival:", "read reserve resolve add stock take"));
        on.principal("leaving", "acme", grant("read add", null));
        on.principal("watcher", "acme", grant("read", null));
        on.entry("watcher")
                .put("rate", new JsonObject("{\"perSecond\":1000,\"burst\":1000,\"inFlight\":100,\"streams\":2}"));
        on.serve();
        ok(on.call("acme", "PUT", "/v1/counters/k%3A1", "{\"value\":1000000}"));
    }

    @AfterAll
    void end() {
        on.close();
    }

    private static HttpResponse<String> ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return answer;
    }

    @Test
    void theCallsHereAreAllRoutes() {
        assertThat(Stream.concat(CALLS.stream(), OPEN.stream())
                        .map(Called::route)
                        .collect(Collectors.toSet()))
                .isEqualTo(routes());
    }

    /** ContractTest of the gateway holds them to openapi.yaml. */
    private static Set<String> routes() {
        Set<String> routes = new HashSet<>(Server.routes().keySet());
        routes.removeAll(Set.of("none", "batch_line"));
        return routes;
    }

    @Test
    void everyRouteWithEveryVerb() {
        for (Called call : CALLS) {
            List<String> allowing = Arrays.asList(call.verbs().split(" "));
            for (Verb verb : Verb.values()) {
                HttpResponse<String> answer = on.call("only-" + verb.word(), call.method(), call.path(), call.body());
                String what = call + " by " + verb + ": " + answer.statusCode() + " " + answer.body();
                if (allowing.contains(verb.word())) {
                    assertThat(answer.statusCode()).as(what).isNotIn(401, 403, 405);
                } else {
                    assertThat(answer.statusCode()).as(what).isEqualTo(403);
                    if (!call.method().equals("HEAD")) {
                        assertThat(answer.body()).as(what).contains("\"code\":\"FORBIDDEN\"", "only-" + verb.word());
                    }
                }
            }
            assertThat(on.call(null, call.method(), call.path(), call.body()).statusCode())
                    .as(call + " by nobody")
                    .isEqualTo(401);
        }
        for (Called call : OPEN) {
            ok(on.call(null, call.method(), call.path(), null));
        }
    }

    @Test
    void everyRouteHasACaseOfAnotherTenantOwnerOrKey() {
        assertThat(ForeignCalls.routes()).isEqualTo(routes());
    }

    @Test
    void everyCallOnWhatIsAnothersIsRefusedAndChangesNothing() {
        new ForeignCalls(on).requireRefused();
    }

    @Test
    void theSameIdOfTwoTenantsIsTwoCommands() {
        ok(on.call("acme", "t-same", "POST", "/v1/transactions", ADD));
        HttpResponse<String> other = ok(on.call("rival", "t-same", "POST", "/v1/transactions", TAKE));
        assertThat(other.headers().firstValue("Idempotency-Replayed")).isEmpty();
        HttpResponse<String> again = ok(on.call("acme", "t-same", "POST", "/v1/transactions", ADD));
        assertThat(again.headers().firstValue("Idempotency-Replayed")).hasValue("true");
        HttpResponse<String> colleague = ok(on.call("only-add", "t-same", "POST", "/v1/transactions", ADD));
        assertThat(colleague.headers().firstValue("Idempotency-Replayed")).hasValue("true");
    }

    @Test
    void whoReachesHoldsByTheirOwnerReadsItsMeaning() {
        forbidden(on.call("owned", "GET", "/v1/reservations", null), "name the owner");
        forbidden(on.call("owned", "GET", "/v1/commands/o-hold", null), "tenant");
    }

    private static void forbidden(HttpResponse<String> answer, String why) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(answer.body()).contains("\"code\":\"FORBIDDEN\"", why);
    }

    @Test
    void listsBoardsAndWatchesNeedAPrefixInsideAGrantedOne() {
        on.principal("narrow", "acme", new JsonObject("{\"verbs\":[\"read\"],\"keys\":[\"k:\",\"board:a\"]}"));
        await().atMost(SOON)
                .pollInterval(POLL)
                .until(() ->
                        on.call("narrow", "GET", "/v1/counters/k%3A1", null).statusCode() == 200);
        for (String path : List.of(
                "/v1/counters",
                "/v1/counters?prefix=k",
                "/v1/counters?prefix=board%3A&consistency=local",
                "/v1/counters/board%3Ab?consistency=local",
                "/v1/watch?prefix=board%3A",
                "/v1/watch?key=k%3A1&key=board%3Ab",
                "/v1/changes?prefix=k",
                "/v1/changes?owner=u1")) {
            forbidden(on.call("narrow", "GET", path, null), "\\\"read\\\"");
            // The answer that others may have in the gateway's memory changes nothing.
            if (!path.startsWith("/v1/watch") && !path.startsWith("/v1/changes")) {
                ok(on.call("acme", "GET", path, null));
                forbidden(on.call("narrow", "GET", path, null), "\\\"read\\\"");
            }
        }
        forbidden(on.call("narrow", "POST", "/v1/counters/query", "{\"keys\":[\"k:1\",\"board:b\"]}"), "board:b");
        ok(on.call("narrow", "GET", "/v1/counters?prefix=k%3A", null));
        ok(on.call("narrow", "GET", "/v1/counters/board%3Aa?consistency=local", null));
    }

    @Test
    void aWatchEndsWhenThePrincipalIsRemovedOrItsGrantsChange() throws Exception {
        watchUntil(() -> on.principal("leaving", "acme", grant("read", null)));
        on.principal("leaving", "acme", grant("read add", null));
        await().atMost(SOON)
                .pollInterval(POLL)
                .until(() -> on.call("leaving", "POST", "/v1/transactions", ADD).statusCode() == 200);
        watchUntil(() -> on.remove("leaving"));
        assertThat(on.call("leaving", "GET", "/v1/counters/k%3A1", null).statusCode())
                .isEqualTo(401);
    }

    @Test
    void aPrincipalHasAsManyStreamsAsItMayHave() throws Exception {
        try (InputStream first = on.watch("watcher", "key=k%3A1").body();
                InputStream second = on.watch("watcher", "prefix=board%3A").body()) {
            assertThat(first.read()).isPositive();
            assertThat(second.read()).isPositive();
            HttpResponse<String> third = on.call("watcher", "GET", "/v1/watch?key=k%3A1", null);
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.body()).contains("\"code\":\"QUOTA_EXCEEDED\"", "streams");
        }
        await().atMost(SOON).pollInterval(POLL).until(() -> {
            HttpResponse<InputStream> again = on.watch("watcher", "key=k%3A1");
            again.body().close();
            return again.statusCode() == 200;
        });
    }

    private void watchUntil(Runnable end) throws IOException, InterruptedException {
        HttpResponse<InputStream> stream = on.watch("leaving", "key=k%3A1");
        assertThat(stream.statusCode()).isEqualTo(200);
        try (InputStream events = stream.body()) {
            assertThat(events.read()).isPositive();
            end.run();
            events.readAllBytes();
        }
    }

    @Test
    void aBrokenFileLeavesThePrincipalsInForceAndShows() {
        assertThat(on.meter("hotlane_principals_stale ")).isZero();
        on.write("{\"principals\":[{]}");
        await().atMost(SOON).pollInterval(POLL).until(() -> on.meter("hotlane_principals_stale ") == 1);
        ok(on.call("acme", "POST", "/v1/transactions", ADD));
        on.write();
        await().atMost(SOON).pollInterval(POLL).until(() -> on.meter("hotlane_principals_stale ") == 0);
    }
}
