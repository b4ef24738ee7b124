package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.process.Build;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The calls of the contract, with the processor's part scripted. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class GatewayContractTest {
    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @BeforeEach
    void answerEverything() {
        lane.processor.script(Scripts.success());
    }

    @Test
    void tellsWhatEachOpOfATransactionDid() {
        String ops = "{\"op\":\"add\",\"key\":\"stock:ä\",\"delta\":-1},{\"op\":\"set\",\"key\":\"q\\\"\",\"value\":5}";
        String[] headers = {"Idempotency-Key", "\"k-1\"", "Content-Type", "application/json"};
        HttpResponse<String> response = lane.post("/v1/transactions", "{\"ops\":[" + ops + "]}", headers);

        long offset = lane.processor.last().offset;
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(response.headers().firstValue("cache-control")).hasValue("no-store");
        assertThat(response.headers().firstValue("date")).isPresent();
        assertThat(response.headers().firstValue("idempotency-replayed")).isEmpty();
        assertThat(response.body())
                .isEqualTo("{\"id\":\"k-1\"," + Scripts.decided(offset) + ",\"results\":["
                        + "{\"key\":\"stock:ä\",\"previous\":10,\"value\":20,\"version\":" + offset + "},"
                        + "{\"key\":\"q\\\"\",\"previous\":11,\"value\":21,\"version\":" + offset + "}]}");
    }

    @Test
    void tellsTheFirstOutcomeOfARepeat() {
        lane.processor.script(record -> List.of(record.reply(Scripts.done(record, 0))));

        HttpResponse<String> response = lane.transact("k-2").join();

        assertThat(response.headers().firstValue("idempotency-replayed")).hasValue("true");
        assertThat(response.body()).contains(Scripts.decided(0, Scripts.TIME - 1_000));
    }

    @Test
    void changesOneCounterByItsPath() {
        HttpResponse<String> put = lane.send(
                        "PUT", "/v1/counters/stock%3Aa", "{\"value\":5}", "Idempotency-Key", "p", "If-Match", "\"4\"")
                .join();
        assertThat(lane.processor.last().command().arg(0, 6)).isEqualTo(4);
        HttpResponse<String> increment = lane.post("/v1/counters/a/increment", "", "Idempotency-Key", "i");
        assertThat(lane.processor.last().command().arg(0, 1)).isEqualTo(1);
        HttpResponse<String> drain = lane.post("/v1/counters/a/drain", "{}", "Idempotency-Key", "d");
        HttpResponse<String> delete = lane.send("DELETE", "/v1/counters/a", null, "Idempotency-Key", "r")
                .join();

        long offset = lane.processor.last().offset;
        assertThat(put.body()).contains("\"key\":\"stock:a\",\"previous\":10,\"value\":20");
        assertThat(put.headers().firstValue("etag")).hasValue("\"" + (offset - 3) + "\"");
        assertThat(List.of(increment.statusCode(), drain.statusCode(), delete.statusCode()))
                .containsOnly(200);
        assertThat(delete.body())
                .isEqualTo("{\"id\":\"r\"," + Scripts.decided(offset)
                        + ",\"key\":\"a\",\"previous\":10,\"value\":20,\"version\":" + offset
                        + "}");
    }

    @Test
    void readsCounters() {
        HttpResponse<String> one = lane.get("/v1/counters/a");
        long offset = lane.processor.last().offset;
        HttpResponse<String> unchanged = lane.get("/v1/counters/a", "If-None-Match", "\"3\"");
        HttpResponse<String> many = lane.post("/v1/counters/query", "{\"keys\":[\"a\",\"b\"]}");

        String numbers = "\"value\":7,\"held\":2,\"confirmed\":1,\"version\":3";
        assertThat(one.body())
                .isEqualTo("{\"key\":\"a\"," + numbers + ",\"offset\":" + offset + ",\"time\":1800000000000}");
        assertThat(one.headers().firstValue("etag")).hasValue("\"3\"");
        assertThat(unchanged.statusCode()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(many.body())
                .isEqualTo("{\"offset\":" + (offset + 2) + ",\"time\":1800000000000,\"counters\":[{\"key\":\"a\","
                        + numbers + "},{\"key\":\"b\"," + numbers + "}]}");
    }

    @Test
    void tellsTheStoredOutcomeOfACommand() {
        lane.processor.script(record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME)
                    .replayed(4, 99)
                    .stored();
            Scripts.results(writer, 2, 4);
        })));
        assertThat(lane.get("/v1/commands/k%22").body())
                .isEqualTo("{\"id\":\"k\\\"\"," + Scripts.decided(4, 99) + ",\"state\":\"done\",\"results\":["
                        + "{\"previous\":10,\"value\":20,\"version\":4},"
                        + "{\"previous\":11,\"value\":21,\"version\":4}]}");

        lane.processor.script(record ->
                List.of(record.reply(writer -> writer.verdict(Verdict.INSUFFICIENT, record.offset, Scripts.TIME)
                        .replayed(4, 99)
                        .stored()
                        .problem(1, 3, 0, 0, 0))));
        HttpResponse<String> rejected = lane.get("/v1/commands/k");
        assertThat(rejected.statusCode()).isEqualTo(200);
        assertThat(rejected.body())
                .isEqualTo(
                        "{\"id\":\"k\"," + Scripts.decided(4, 99) + ",\"state\":\"rejected\",\"code\":\"INSUFFICIENT\","
                                + "\"status\":409,\"failedOp\":1,\"available\":3,\"limit\":0}");
    }

    @Test
    void tellsUnknownCommandsApartFromForgottenOnes() {
        lane.processor.script(Scripts.rejection(Verdict.NOT_FOUND, ReplyWriter.NO_OP, 0, 0, 0, Beats.HORIZON));
        HttpResponse<String> unknown = lane.get("/v1/commands/k");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("\"code\":\"NOT_FOUND\"", "may still arrive", "\"offset\":");

        lane.processor.script(Scripts.rejection(Verdict.ID_EXPIRED, ReplyWriter.NO_OP, 0, 0, 0, Beats.HORIZON));
        HttpResponse<String> forgotten = lane.get("/v1/commands/k");
        assertThat(forgotten.statusCode()).isEqualTo(410);
        assertThat(forgotten.body())
                .contains(
                        "\"code\":\"ID_EXPIRED\"",
                        "\"outcome\":\"unknown\"",
                        "\"horizon\":1799999000000",
                        "\"serverTime\":1800000000000");
    }

    @Test
    void tellsWhichOpWasRefusedAndWhy() {
        lane.processor.script(Scripts.rejection(Verdict.INSUFFICIENT, 0, 3, 0, 0, 0));
        HttpResponse<String> response = lane.transact("k-3").join();

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(response.body())
                .startsWith(
                        "{\"type\":\"urn:hotlane:problem:insufficient\",\"title\":\"Below the minimum\",\"status\":409,"
                                + "\"detail\":\"op 0 (add on stock:a): The value would fall below")
                .endsWith("\"code\":\"INSUFFICIENT\",\"offset\":" + lane.processor.last().offset
                        + ",\"failedOp\":0,\"key\":\"stock:a\",\"available\":3,\"limit\":0}");
    }

    @Test
    void answers412OnlyWhereAHeaderAskedForIt() {
        lane.processor.script(Scripts.rejection(Verdict.VERSION_MISMATCH, 0, 3, 9, 0, 0));
        String path = "/v1/counters/a";
        assertThat(lane.send("PUT", path, "{\"value\":1}", "Idempotency-Key", "a", "If-Match", "\"1\"")
                        .join()
                        .statusCode())
                .isEqualTo(412);
        assertThat(lane.post(
                                "/v1/transactions",
                                "{\"ops\":[{\"op\":\"set\",\"key\":\"a\",\"value\":1,\"ifVersion\":1}]}",
                                "Idempotency-Key",
                                "b")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void saysHowLongToWait() {
        lane.processor.script(Scripts.rejection(Verdict.RATE_LIMITED, 0, 0, 10, 1_500, 0));
        HttpResponse<String> response = lane.transact("k-4").join();
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("retry-after")).hasValue("2");
        assertThat(response.body()).contains("\"retryAfterMs\":1500");
    }

    @Test
    void refusesWhatIsNoCallOfTheContract() throws Exception {
        long before = lane.commandsEnd();
        expect(404, "ROUTE_NOT_FOUND", lane.get("/v1/nothing"));
        HttpResponse<String> wrongMethod =
                lane.send("PATCH", "/v1/counters/a", "{}").join();
        expect(405, "METHOD_NOT_ALLOWED", wrongMethod);
        assertThat(wrongMethod.headers().firstValue("allow")).hasValue("GET, HEAD, PUT, DELETE");
        expect(400, "MALFORMED", lane.post("/v1/transactions", "{\"ops\":1}", "Idempotency-Key", "k"));
        expect(400, "MALFORMED", lane.post("/v1/transactions", "{\"ops\":[]}"));
        expect(400, "MALFORMED", lane.get("/v1/counters/%ff"));
        expect(400, "MALFORMED", lane.get("/v1/counters/"));
        expect(400, "MALFORMED", lane.get("/v1/counters/" + "k".repeat(201)));
        expect(400, "MALFORMED", lane.get("/v1/commands/a%20b"));
        expect(400, "MALFORMED", lane.get("/v1/counters/a?minOffset=-3"));
        String ops = "{\"ops\":[{\"op\":\"check\",\"key\":\"a\"}]}";
        expect(400, "IDEMPOTENCY_KEY_MISSING", lane.post("/v1/transactions", ops));
        expect(
                415,
                "UNSUPPORTED_MEDIA_TYPE",
                lane.post("/v1/transactions", ops, "Content-Type", "application/x-www-form-urlencoded"));
        String large = " ".repeat(65_537);
        expect(400, "IDEMPOTENCY_KEY_MISSING", lane.post("/v1/transactions", large));
        expect(413, "TOO_LARGE", lane.post("/v1/transactions", large, "Idempotency-Key", "k"));
        expect(414, "URI_TOO_LONG", lane.get("/v1/counters/" + "a".repeat(5_000)));
        expect(431, "HEADERS_TOO_LARGE", lane.get("/v1/counters/a", "x", "a".repeat(20_000)));
        assertThat(lane.commandsEnd()).as("nothing was published").isEqualTo(before);
    }

    private static void expect(int status, String code, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains("\"code\":\"" + code + "\"");
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    }

    @Test
    void showsStatusAndMetrics() {
        lane.transact().join();
        String status = lane.get("/v1/status").body();
        assertThat(status)
                .contains(
                        "\"role\":\"gateway\"",
                        "\"version\":\"" + Build.THIS.version() + "\"",
                        "\"commit\":\"" + Build.THIS.commit() + "\"",
                        "\"ready\":true",
                        "\"leader\":{\"epoch\":1,",
                        "\"applied\":120,\"flushed\":100,\"flushLag\":20",
                        "\"window\":{\"count\":17,\"size\":4194304,\"ageMs\":600000,\"realAgeMs\":4000,");
        assertThat(lane.meter("hotlane_gateway_answers_total{code=\"OK\",route=\"transactions\"}"))
                .isPositive();
        assertThat(lane.meter("hotlane_log_roundtrip_seconds_count")).isPositive();
        assertThat(lane.meter("hotlane_gateway_ready")).isEqualTo(1);
        assertThat(lane.get("/metrics").body())
                .contains(
                        "hotlane_build_info{commit=\"" + Build.THIS.commit() + "\"",
                        "version=\"" + Build.THIS.version() + "\"");
        assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void carriesTheTraceOfTheCaller() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        lane.post("/v1/counters/a/increment", "{\"amount\":-5}", "Idempotency-Key", "t", "traceparent", trace);

        Arrived record = lane.processor.last();
        assertThat(record.kind).isEqualTo(RecordKind.COMMAND);
        assertThat(record.id).asString().isEqualTo("t");
        assertThat(record.command().arg(0, 1)).isEqualTo(-5);
        assertThat(new String(record.command().traceparent(), StandardCharsets.UTF_8))
                .isEqualTo(trace);
    }
}
