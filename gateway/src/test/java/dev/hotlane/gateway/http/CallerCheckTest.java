package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.KeyText;
import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.AccessSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may call what, over real sockets; the processor accepts all commands. */
class CallerCheckTest {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final String SALE = op("add", "stock:a", ",\"delta\":-1");
    private static final Pattern DATE = Pattern.compile("date: [^\\n]*");

    private final KeyFile file = new KeyFile();
    private final String watcher = file.add("watcher", KeyFile.grant("observe"));
    private final String clerk = file.add("clerk", KeyFile.grant("add take"), "\"opsMax\":2");
    private final SocketGateway gateway =
            new SocketGateway(usual -> usual.withHttp(usual.http().withAccess(new AccessSettings(file.path()))));
    private int sent;

    @AfterEach
    void stop() {
        gateway.close();
    }

    private static String op(String op, String key, String more) {
        return "{\"op\":\"" + op + "\",\"key\":\"" + key + "\"" + more + "}";
    }

    private static String bearer(String key) {
        return "Authorization: Bearer " + key + "\r\n";
    }

    private String get(SocketCaller caller, String path, String headers) throws IOException {
        return caller.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n")
                .response();
    }

    private String post(SocketCaller caller, String path, String headers, String body) throws IOException {
        return caller.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k-" + sent++
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n" + headers
                        + "\r\n" + body)
                .response();
    }

    private String transact(SocketCaller caller, String key, String... ops) throws IOException {
        return post(caller, "/v1/transactions", bearer(key), "{\"ops\":[" + String.join(",", ops) + "]}");
    }

    /** Requests of that reason, or of all. */
    private double failures(String reason) {
        String label = reason.isEmpty() ? "" : "{reason=\"" + reason + "\"}";
        return gateway.meterBy(watcher, "hotlane_auth_failures_total" + label);
    }

    @Test
    void servesAKnownKeyAgainAndAgain() throws IOException {
        SocketCaller caller = gateway.caller();
        for (int i = 0; i < 3; i++) {
            assertThat(transact(caller, clerk, SALE)).startsWith("HTTP/1.1 200 ");
        }
        String other = file.add("other", KeyFile.grant("add"));
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> transact(gateway.caller(), other, SALE).startsWith("HTTP/1.1 200 "));
        assertThat(transact(caller, clerk, SALE)).startsWith("HTTP/1.1 200 ");
        assertThat(transact(caller, other, SALE)).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void anybodyElseGetsOneAnswerWhateverIsWrong() throws IOException {
        char last = clerk.charAt(clerk.length() - 1);
        String mistyped = clerk.substring(0, clerk.length() - 1) + (last == 'a' ? 'b' : 'a');
        List<String> headers = List.of(
                "",
                "Authorization: \r\n",
                "Authorization: Bearer\r\n",
                "Authorization: Basic " + clerk + "\r\n",
                "Authorization: " + clerk + "\r\n",
                bearer(mistyped),
                bearer(KeyText.make()),
                bearer("eyJhbGciOiJub25lIn0.eyJzdWIiOiJjbGVyayJ9."),
                bearer(clerk) + bearer(clerk),
                bearer(clerk) + bearer(KeyText.make()),
                bearer(clerk + ", Bearer " + clerk),
                bearer("x".repeat(8 * 1024 + 1)),
                bearer("hl_" + "x".repeat(8 * 1024)));
        String first = null;
        for (String header : headers) {
            String answer = DATE.matcher(get(gateway.caller(), "/v1/counters/stock:a", header))
                    .replaceAll("");
            assertThat(answer)
                    .as(header)
                    .startsWith("HTTP/1.1 401 ")
                    .contains("www-authenticate: Bearer", "\"code\":\"UNAUTHORIZED\"")
                    .doesNotContain("connection: close");
            first = first == null ? answer : first;
            assertThat(answer).as(header).isEqualTo(first);
        }
        assertThat(gateway.records()).isZero();
        // The operator sees the reasons that the callers do not.
        assertThat(failures("missing")).as("none, and twice two").isEqualTo(3);
        assertThat(failures("malformed")).isPositive();
        assertThat(failures("key")).isPositive();
        assertThat(failures("token")).isPositive();
        assertThat(failures("certificate")).isZero();
        assertThat(failures("")).isEqualTo(headers.size());
    }

    @Test
    void refusesBeforeTheBodyAndClosesIfOneFollows() throws IOException {
        for (String header : List.of("", bearer(KeyText.make()))) {
            SocketCaller caller = gateway.caller();
            caller.send(
                    "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\n" + header + "Content-Length: 60000\r\n\r\n");
            assertThat(caller.response()).startsWith("HTTP/1.1 401 ").contains("connection: close");
        }
        SocketCaller known = gateway.caller();
        known.send("PUT /v1/counters/stock:a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + bearer(clerk) + "\r\n");
        assertThat(known.response())
                .startsWith("HTTP/1.1 403 ")
                .contains("connection: close", "the verb \\\"stock\\\" is not granted");
    }

    @Test
    void routeAndMethodComeBeforeTheCallerAndTheVerbBeforeTheBody() throws IOException {
        SocketCaller caller = gateway.caller();
        assertThat(get(caller, "/v1/nothing", "")).startsWith("HTTP/1.1 404 ");
        assertThat(get(caller, "/v1/transactions", "")).startsWith("HTTP/1.1 405 ");
        assertThat(get(caller, "/v1/counters/stock:a?nonsense=1", "")).startsWith("HTTP/1.1 401 ");
        assertThat(get(caller, "/v1/counters/stock:a?nonsense=1", bearer(clerk)))
                .startsWith("HTTP/1.1 403 ");
        assertThat(post(caller, "/v1/transactions", bearer(clerk), "{")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void theRestIsJudgedBeforeThePrefix() throws IOException {
        SocketCaller caller = gateway.caller();
        String foreign = op("add", "other:a", ",\"delta\":-1");
        assertThat(transact(caller, clerk, foreign, "{}")).startsWith("HTTP/1.1 400 ");
        String keyless = "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + (foreign.length() + 10) + "\r\n" + bearer(clerk) + "\r\n{\"ops\":[" + foreign
                + "]}";
        assertThat(caller.send(keyless).response()).contains("\"code\":\"IDEMPOTENCY_KEY_MISSING\"");
        assertThat(transact(caller, clerk, foreign, SALE, SALE)).contains("\"code\":\"FORBIDDEN\"");
        assertThat(transact(caller, clerk, SALE, SALE, SALE))
                .startsWith("HTTP/1.1 429 ")
                .contains("\"code\":\"QUOTA_EXCEEDED\",\"outcome\":\"not_executed\"", "opsMax")
                .doesNotContain("retry-after");
        assertThat(gateway.records()).isZero();
    }

    @Test
    void judgesEachOpByItsPrefixAndNamesIt() throws IOException {
        SocketCaller caller = gateway.caller();
        String take = ",\"tokens\":1,\"count\":5,\"periodMs\":1000,\"burst\":5";
        for (String refused : List.of(
                op("add", "other:a", ",\"delta\":-1"),
                op("add", "stock:a", ",\"delta\":1"),
                op("add", "stock:a", ",\"delta\":1,\"max\":9"),
                op("add", "stock:a", ",\"delta\":-1,\"min\":null"),
                op("take", "stock:a", take),
                op("set", "stock:a", ",\"value\":1"))) {
            assertThat(transact(caller, clerk, SALE, refused))
                    .as(refused)
                    .startsWith("HTTP/1.1 403 ")
                    .contains("\"code\":\"FORBIDDEN\"", "principal clerk", "the verb \\\"")
                    .doesNotContain("connection: close");
        }
        assertThat(transact(caller, clerk, op("add", "limit:a", ",\"delta\":1,\"max\":9"), op("take", "rate:a", take)))
                .startsWith("HTTP/1.1 200 ");
        assertThat(transact(caller, clerk, op("add", "limited:a", ",\"delta\":1,\"max\":9")))
                .contains("the verb \\\"add\\\" is granted without a prefix of \\\"limited:a\\\" in \\\"limits\\\"");
        assertThat(post(caller, "/v1/buckets/stock%3Aa/take", bearer(clerk), "{" + take.substring(1) + "}"))
                .startsWith("HTTP/1.1 403 ");
        assertThat(post(caller, "/v1/buckets/rate%3Aa/take", bearer(clerk), "{" + take.substring(1) + "}"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void theCallsOnACounterAreForStockAlone() throws IOException {
        String keeper = file.add("keeper", KeyFile.grant("add") + ",{\"verbs\":[\"stock\"],\"keys\":[\"depot:\"]}");
        SocketCaller caller = gateway.caller();
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> transact(gateway.caller(), keeper, SALE).startsWith("HTTP/1.1 200 "));
        String amount = "{\"amount\":-1}";
        assertThat(post(caller, "/v1/counters/stock%3Aa/increment", bearer(keeper), amount))
                .startsWith("HTTP/1.1 403 ")
                .contains("the verb \\\"stock\\\" is granted without a prefix of \\\"stock:a\\\"");
        assertThat(post(caller, "/v1/counters/depot%3Aa/increment", bearer(keeper), amount))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void judgesEachLineOfABatchAlone() throws IOException {
        String lines = "{\"id\":\"1\",\"ops\":[" + SALE + "]}\n"
                + "{\"id\":\"2\",\"ops\":[" + op("add", "other:a", ",\"delta\":-1") + "]}\n"
                + "{\"id\":\"3\",\"ops\":[" + SALE + "," + SALE + "," + SALE + "]}\n"
                + "{\"id\":\"4\",\"kind\":\"abandon\",\"command\":\"1\"}\n"
                + "{\"id\":\"5\",\"ops\":[" + SALE + "]}\n";
        String answer = batch(gateway.caller(), clerk, lines).rest();
        assertThat(answer)
                .contains("{\"id\":\"1\",\"status\":200,", "{\"id\":\"5\",\"status\":200,")
                .contains(
                        "{\"id\":\"2\",\"status\":403,",
                        "{\"id\":\"3\",\"status\":429,",
                        "{\"id\":\"4\",\"status\":403,");
        assertThat(gateway.records()).isEqualTo(2);
    }

    private SocketCaller batch(SocketCaller caller, String key, String lines) throws IOException {
        return caller.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + bearer(key)
                + "Content-Type: application/x-ndjson\r\nContent-Length: " + lines.length() + "\r\n\r\n" + lines);
    }

    @Test
    void healthAndContractAreOpenAndTheFiguresNeedObserve() throws IOException {
        SocketCaller caller = gateway.caller();
        for (String path : List.of("/healthz", "/readyz", "/openapi.yaml")) {
            assertThat(get(caller, path, "")).as(path).startsWith("HTTP/1.1 200 ");
        }
        for (String path : List.of("/v1/status", "/v1/stats", "/metrics")) {
            assertThat(get(caller, path, "")).as(path).startsWith("HTTP/1.1 401 ");
            assertThat(get(caller, path, bearer(clerk))).as(path).startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void aRemovedPrincipalGets401OnItsOpenConnection() throws IOException {
        SocketCaller caller = gateway.caller();
        assertThat(transact(caller, clerk, SALE)).startsWith("HTTP/1.1 200 ");
        file.remove("clerk");
        // Without a body, so that the connection stays open.
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> get(caller, "/v1/status", bearer(clerk)).startsWith("HTTP/1.1 401 "));
        assertThat(transact(caller, clerk, SALE)).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void aKeyEndsOnItsOpenConnection() throws IOException {
        String ending = file.addEnding("passing", KeyFile.grant("add"));
        SocketCaller caller = gateway.caller();
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> get(caller, "/v1/status", bearer(ending)).startsWith("HTTP/1.1 403 "));
        await().atMost(SocketCaller.SOON)
                .pollInterval(POLL)
                .until(() -> get(caller, "/v1/status", bearer(ending)).startsWith("HTTP/1.1 401 "));
    }

    @Test
    void aBatchEndsWithTheAccessOfItsCaller() throws IOException {
        SocketCaller open = gateway.caller();
        open.send("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\n" + bearer(clerk)
                + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n");
        String line = "{\"id\":\"1\",\"ops\":[" + SALE + "]}\n";
        open.send(Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
        open.readTo("{\"id\":\"1\",\"status\":200,");
        file.change("clerk", clerk, KeyFile.grant("add"));
        assertThat(open.rest()).contains("\"line\":2,\"status\":401,", "its grants changed");
    }
}
