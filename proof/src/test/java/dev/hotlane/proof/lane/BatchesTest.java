package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Batches, buckets and lists of counters on the whole lane. */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchesTest {
    private static final String RATE = "\"count\":1,\"periodMs\":3600000,\"burst\":10";

    private final WholeLane on;
    private final HttpClient http = HttpClient.newHttpClient();
    private Client client;
    private Gateway gateway;

    BatchesTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @BeforeAll
    void serve() {
        client = on.serve(WholeLane.PATIENT);
        gateway = on.gateway(1, WholeLane.PATIENT);
        WholeLane.awaitServing(on.client(gateway));
    }

    @AfterAll
    void end() {
        on.close();
    }

    private List<JsonObject> batch(List<String> lines) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/batch"))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(String.join("\n", lines)))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().lines().map(JsonObject::new).toList();
    }

    private static String line(String id, String rest) {
        return "{\"id\":\"" + id + "\"," + rest + "}";
    }

    private static String add(String id, String key, long delta) {
        return line(id, "\"ops\":[{\"op\":\"add\",\"key\":\"" + key + "\",\"delta\":" + delta + "}]");
    }

    /** Goal: a line runs and answers like its single call. Method: repeat each line as a single call. */
    @Test
    void runsEveryKindOfCommandAsItsSingleCallDoes() throws Exception {
        String hold =
                "\"lines\":[{\"key\":\"a\",\"quantity\":2}],\"limits\":[{\"key\":\"l\",\"quantity\":2,\"max\":9}],"
                        + "\"ttlMs\":600000";
        List<String> lines = List.of(
                add("e-1", "a", 10),
                line("e-2", hold + ",\"kind\":\"reservation\""),
                line("e-3", "\"kind\":\"reservation\"," + hold),
                line("e-4", "\"kind\":\"extend\",\"reservation\":\"e-2\",\"ttlMs\":900000"),
                line("e-5", "\"lines\":[{\"key\":\"a\",\"quantity\":1}],\"reservation\":\"e-2\",\"kind\":\"confirm\""),
                line("e-6", "\"reservation\":\"e-3\",\"kind\":\"cancel\""),
                line("e-7", "\"kind\":\"abandon\",\"command\":\"e-1\""),
                line("e-8", "\"kind\":\"abandon\",\"command\":\"never\""),
                add("e-9", "a", -100));

        List<JsonObject> told = batch(lines);

        assertThat(told)
                .extracting(each -> each.getInteger("status"))
                .containsExactly(200, 201, 201, 200, 200, 200, 200, 200, 409);
        assertThat(told)
                .filteredOn(each -> each.containsKey("replayed"))
                .as("told before: what the abandoned command did")
                .extracting(each -> each.getString("id"))
                .containsExactly("e-7");
        List<Call> singles = List.of(
                Call.add("e-1", "a", 10),
                Call.reserve("e-2", "{" + hold + "}"),
                Call.reserve("e-3", "{" + hold + "}"),
                Call.change("e-4", "e-2", "extend", "{\"ttlMs\":900000}"),
                Call.change("e-5", "e-2", "confirm", "{\"lines\":[{\"key\":\"a\",\"quantity\":1}]}"),
                Call.change("e-6", "e-3", "cancel", null),
                Call.abandon("e-7", "e-1"),
                Call.abandon("e-8", "never"),
                Call.add("e-9", "a", -100));
        for (int i = 0; i < singles.size(); i++) {
            Answer single = client.call(singles.get(i));
            assertThat(single.replayed()).as(single.body()).isTrue();
            assertThat(told.get(i).getInteger("status")).isEqualTo(single.status());
            assertThat(told.get(i).getJsonObject("body")).as(lines.get(i)).isEqualTo(single.json());
        }
        assertThat(client.call(Call.read("a")).value()).isEqualTo(9);
        assertThat(batch(lines)).allMatch(each -> each.getBoolean("replayed"));
    }

    @Test
    void givesTwoLinesOfOneIdOneOutcome() throws Exception {
        List<JsonObject> told = batch(List.of(add("t-1", "t", 5), add("t-1", "t", 5), add("t-1", "t", 6)));
        assertThat(told.get(0).containsKey("replayed")).isFalse();
        assertThat(told.get(1).getBoolean("replayed")).isTrue();
        assertThat(told.get(1).getJsonObject("body")).isEqualTo(told.get(0).getJsonObject("body"));
        assertThat(told.get(2).getInteger("status")).isEqualTo(422);
        assertThat(client.call(Call.read("t")).value()).isEqualTo(5);
    }

    @Test
    void runsTenThousandLinesInOrderAndEachOnce() throws Exception {
        List<String> lines =
                IntStream.range(0, 10_000).mapToObj(i -> add("m-" + i, "m", 1)).toList();
        List<JsonObject> told = batch(lines);
        assertThat(told).hasSize(10_000);
        for (int i = 0; i < told.size(); i++) {
            JsonObject result =
                    told.get(i).getJsonObject("body").getJsonArray("results").getJsonObject(0);
            assertThat(told.get(i).getString("id")).isEqualTo("m-" + i);
            assertThat(result.getLong("value")).isEqualTo(i + 1);
        }
        List<JsonObject> again = batch(lines);
        for (int i = 0; i < told.size(); i++) {
            assertThat(again.get(i)).isEqualTo(told.get(i).put("replayed", true));
        }
        assertThat(client.call(Call.read("m")).value()).isEqualTo(10_000);
    }

    @Test
    void oneBadLineAmongManyFailsAloneAndLeavesNothingInTheLog() throws Exception {
        List<String> lines = new ArrayList<>(
                IntStream.range(0, 9_999).mapToObj(i -> add("g-" + i, "g", 1)).toList());
        lines.add(5_000, line("g-bad", "\"ops\":[{\"op\":\"add\",\"key\":\"g\",\"delta\":1.5}]"));
        List<JsonObject> told = batch(lines);
        assertThat(told).hasSize(10_000);
        assertThat(told.get(5_000).getInteger("status")).isEqualTo(400);
        assertThat(told).filteredOn(each -> each.getInteger("status") == 200).hasSize(9_999);
        assertThat(client.call(Call.read("g")).value()).isEqualTo(9_999);
        assertThat(on.census().offsets("g-bad")).isEmpty();
    }

    @Test
    void givesOutABucketsTokensAndNoMore() {
        List<Answer> takes = client.callAll(IntStream.range(0, 30).mapToObj(i -> take("b-" + i, 1)));
        assertThat(takes).filteredOn(take -> take.status() == 200).hasSize(10);
        List<Long> remaining = new ArrayList<>();
        for (Answer take : takes) {
            if (take.status() == 200) {
                remaining.add(take.json().getLong("remaining"));
            } else {
                assertThat(take.status()).isEqualTo(429);
                assertThat(take.retryAfter()).isBetween(3_500L, 3_600L);
                assertThat(take.json().getLong("available")).isZero();
            }
        }
        assertThat(remaining).containsExactlyInAnyOrder(9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L, 0L);
        for (int i = 0; i < takes.size(); i++) {
            Answer again = client.call(take("b-" + i, 1));
            assertThat(again.replayed()).isTrue();
            assertThat(again.json()).isEqualTo(takes.get(i).json());
        }
        assertThat(client.call(take("b-peek", 0)).json().getLong("remaining")).isZero();
    }

    private static Call take(String key, int tokens) {
        return new Call(
                io.vertx.core.http.HttpMethod.POST,
                "/v1/buckets/b/take",
                key,
                "{\"tokens\":" + tokens + "," + RATE + "}",
                -1);
    }

    @Test
    void listsWhatMySqlHasCaughtUpWith() throws Exception {
        List<String> lines = IntStream.range(0, 50)
                .mapToObj(i -> add("l-" + i, "list:" + i, i + 1))
                .toList();
        List<JsonObject> told = batch(lines);
        long offset = told.get(49).getJsonObject("body").getLong("offset");
        on.awaitFlushed(client, offset);

        JsonObject page =
                client.call(Call.get("/v1/counters?prefix=list:&limit=49")).json();
        assertThat(page.getLong("offset")).isGreaterThan(offset);
        assertThat(page.getJsonArray("counters")).hasSize(49);
        for (Object each : page.getJsonArray("counters")) {
            JsonObject counter = (JsonObject) each;
            JsonObject single = client.call(Call.read(counter.getString("key"))).json();
            single.remove("offset");
            single.remove("time");
            assertThat(counter).isEqualTo(single);
        }
        JsonObject rest = client.call(Call.get("/v1/counters?prefix=list:&limit=49&cursor=" + page.getString("cursor")))
                .json();
        assertThat(rest.getJsonArray("counters")).hasSize(1);
        assertThat(rest.containsKey("cursor")).isFalse();
    }
}
