package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The flow of a batch: answered while it arrives, no faster than lane and client can take it, and without a cost to
 * other calls.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayBatchStreamTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void answersALineBeforeTheNextIsSent(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success());
                StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
            client.send(GatewayBatchTest.line("first"));
            assertThat(client.next()).startsWith("{\"id\":\"first\",\"status\":200");
            String second = GatewayBatchTest.line("second");
            client.send(second.substring(0, 30));
            client.send(second.substring(30));
            assertThat(client.next()).startsWith("{\"id\":\"second\",\"status\":200");
            client.end();
            assertThat(client.next()).isNull();
            // The connection stays open.
            client.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(client.next()).isEqualTo("{\"alive\":true}");
        }
    }

    @Test
    void leavesHalfOfThePlacesToSingleCallsAndWaitsForTheRest(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 10_000, 1, 5_000), Scripts.silence());
                StreamingClient one = StreamingClient.batch(lane.gateway.port());
                StreamingClient two = StreamingClient.batch(lane.gateway.port())) {
            for (int i = 0; i < 100; i++) {
                one.send(GatewayBatchTest.line("one-" + i));
                two.send(GatewayBatchTest.line("two-" + i));
            }
            one.end();
            two.end();
            await().atMost(SOON).until(() -> lane.processor.seen() == 32);
            CompletableFuture<HttpResponse<String>> single = lane.transact("single");
            await().atMost(SOON).until(() -> lane.processor.seen() == 33);
            assertThat(lane.meter("hotlane_inflight_requests")).isEqualTo(33);
            Arrived last = lane.processor.last();
            assertThat(last.id).asString().isEqualTo("single");
            lane.processor.say(last.reply(Scripts.done(last, last.offset)));
            assertThat(single.join().statusCode()).isEqualTo(200);
            assertThat(lane.meter("hotlane_gateway_batches")).isEqualTo(2);
        }
    }

    @Test
    void goesOnAsPlacesAreFreed(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(8, 10_000, 1, 5_000), Scripts.success());
                StreamingClient one = StreamingClient.batch(lane.gateway.port());
                StreamingClient two = StreamingClient.batch(lane.gateway.port())) {
            String lines = "";
            for (int i = 0; i < 500; i++) {
                lines += GatewayBatchTest.line("id-" + i);
            }
            one.send(lines);
            two.send(lines);
            one.end();
            two.end();
            for (int i = 0; i < 500; i++) {
                assertThat(one.next()).startsWith("{\"id\":\"id-" + i + "\",\"status\":200");
                assertThat(two.next()).startsWith("{\"id\":\"id-" + i + "\",\"status\":200");
            }
        }
    }

    /**
     * Goal: answers that the client does not read fill no memory. Method: 25 MB of answers, and a client that only
     * writes.
     */
    @Test
    void readsNoFurtherWhileTheClientTakesNoAnswers(Lane on) throws Exception {
        String op = "{\"op\":\"add\",\"key\":\"" + "k".repeat(100) + "\",\"delta\":1},";
        String ops = op.repeat(16);
        String tail = "\",\"ops\":[" + ops.substring(0, ops.length() - 1) + "]}\n";
        // On a busy machine more than the usual 30 s go by before the client reads.
        ConnectionBounds patient = ConnectionBounds.USUAL.withTakeMax(Duration.ofMinutes(2));
        try (GatewayLane lane = GatewayLane.start(on, common -> common.withBounds(patient), Scripts.success());
                StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 10_000; i++) {
                        client.send("{\"id\":\"w-" + i + tail);
                    }
                    client.end();
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            await().atMost(SOON).until(() -> lane.processor.seen() > 1_000);
            await().atMost(SOON)
                    .during(Duration.ofSeconds(1))
                    .until(() -> lane.meter("hotlane_inflight_requests") == 0);
            assertThat(lane.processor.seen()).isLessThan(10_000);
            assertThat(writer).isNotDone();
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);

            for (int i = 0; i < 10_000; i++) {
                assertThat(client.next()).startsWith("{\"id\":\"w-" + i + "\",\"status\":200");
            }
            assertThat(client.next()).isNull();
            assertThat(writer).succeedsWithin(SOON);
        }
    }

    @Test
    void forgetsABatchWhoseClientIsGone(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.silence())) {
            try (StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
                client.send(GatewayBatchTest.line("gone-1") + GatewayBatchTest.line("gone-2"));
                await().atMost(SOON).until(() -> lane.processor.seen() == 2);
                assertThat(lane.meter("hotlane_gateway_batches")).isEqualTo(1);
            }
            await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_batches") == 0);
            assertThat(lane.meter("hotlane_inflight_requests")).isEqualTo(2);
            Arrived last = lane.processor.last();
            lane.processor.say(last.reply(Scripts.done(last, last.offset)));
            await().atMost(SOON).until(() -> lane.meter("hotlane_inflight_requests") == 1);
        }
    }

    @Test
    void tellsEachLineThatTheLaneWentAwayInTheMiddle(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success());
                StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
            client.send(GatewayBatchTest.line("before"));
            assertThat(client.next()).contains("\"status\":200");
            lane.processor.beat(null);
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            client.send(GatewayBatchTest.line("during"));
            assertThat(client.next())
                    .startsWith("{\"id\":\"during\",\"status\":503,\"body\":{")
                    .contains("\"code\":\"UNAVAILABLE\"", "\"outcome\":\"not_executed\"", "\"retryAfterMs\":1000");

            HttpResponse<String> whole = lane.post("/v1/batch", "{}", "Content-Type", "application/x-ndjson");
            assertThat(whole.statusCode()).isEqualTo(503);
            assertThat(whole.headers().firstValue("retry-after")).hasValue("1");

            lane.processor.beat(Beats.healthy());
            lane.awaitReady();
            client.send(GatewayBatchTest.line("after"));
            assertThat(client.next()).startsWith("{\"id\":\"after\",\"status\":200");
        }
    }

    @Test
    void tellsWhichLinesHaveAnUnknownOutcome(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 300, 1, 1_000), Scripts.silence());
                StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
            client.send(GatewayBatchTest.line("lost") + "{}\n");
            client.end();
            assertThat(client.next())
                    .startsWith("{\"id\":\"lost\",\"status\":504,")
                    .contains("\"code\":\"OUTCOME_UNKNOWN\"", "\"outcome\":\"unknown\"");
            assertThat(client.next()).startsWith("{\"id\":null,\"line\":2,\"status\":400,");
            assertThat(client.next()).isNull();
        }
    }

    @Test
    void refusesOneOpenBatchTooMany(Lane on) throws Exception {
        List<StreamingClient> clients = new ArrayList<>();
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 10_000, 1, 0), Scripts.success())) {
            for (int i = 0; i < 1_024; i++) {
                clients.add(StreamingClient.batch(lane.gateway.port()));
            }
            await().atMost(SOON).until(() -> lane.meter("hotlane_gateway_batches") == 1_024);
            HttpResponse<String> more = lane.post("/v1/batch", "{}", "Content-Type", "application/x-ndjson");
            assertThat(more.statusCode()).isEqualTo(503);
            assertThat(more.headers().firstValue("retry-after")).hasValue("1");
            assertThat(more.body()).contains("\"code\":\"OVERLOADED\"", "1024 batches are open");
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);

            clients.remove(0).close();
            await().atMost(SOON)
                    .until(() -> lane.post("/v1/batch", "{}", "Content-Type", "application/x-ndjson")
                                    .statusCode()
                            == 200);
        } finally {
            for (StreamingClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void finishesItsBatchesBeforeItCloses(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 10_000, 1, 10_000), Scripts.silence());
                StreamingClient client = StreamingClient.batch(lane.gateway.port())) {
            client.send(GatewayBatchTest.line("early"));
            await().atMost(SOON).until(() -> lane.processor.seen() == 1);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(lane.gateway::close);
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            client.send(GatewayBatchTest.line("late"));
            client.end();
            Arrived record = lane.processor.last();
            lane.processor.say(record.reply(Scripts.done(record, record.offset)));

            assertThat(client.next()).startsWith("{\"id\":\"early\",\"status\":200");
            assertThat(client.next())
                    .startsWith("{\"id\":\"late\",\"status\":503")
                    .contains("shutting down");
            assertThat(client.next()).isNull();
            assertThat(closing).succeedsWithin(SOON);
        }
    }
}
