package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** When the gateway must not publish, and says so at once. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayRefusalTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    void publishesNothingWithoutABeat(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success())) {
            lane.transact().join();
            long before = lane.commandsEnd();

            lane.processor.beat(null);
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);

            expectUnavailable(lane.transact().join(), "no processor has been heard for more than 2000 ms");
            assertThat(lane.get("/v1/counters/a").statusCode()).isEqualTo(503);
            assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(lane.commandsEnd()).isEqualTo(before);

            lane.processor.beat(Beats.healthy());
            lane.awaitReady();
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void publishesNothingInAFormatThatIsNotInForce(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success())) {
            long before = lane.commandsEnd();
            lane.processor.beat(Beats.of(1, 2, 64));
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            expectUnavailable(lane.transact().join(), "format 2, this gateway writes format 1");
            assertThat(lane.commandsEnd()).isEqualTo(before);
        }
    }

    @Test
    void leavesTheLimitsOfCommandsToTheLaneAndFollowsALeaderThatAHigherEpochHid(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success())) {
            lane.processor.beat(Beats.of(5, 1, 1));
            await().atMost(SOON).until(() -> lane.get("/v1/status").body().contains("\"opsMax\":1,"));
            String op = "{\"op\":\"add\",\"key\":\"a\",\"delta\":1}";
            HttpResponse<String> two =
                    lane.post("/v1/transactions", "{\"ops\":[" + op + "," + op + "]}", "Idempotency-Key", "two");
            assertThat(two.statusCode()).as(two.body()).isEqualTo(200);

            // The BEAT of epoch 5 was forged: while it was fresh, those of the true leader of epoch 4 were ignored.
            lane.processor.beat(Beats.of(4, 1, 64));
            await().atMost(SOON).until(() -> lane.get("/v1/status").body().contains("\"opsMax\":64,"));
            assertThat(lane.get("/readyz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void refusesAtOnceWhenTooManyAreInFlight(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(10, 10_000, 1, 5_000), Scripts.silence())) {
            List<CompletableFuture<HttpResponse<String>>> inFlight =
                    Stream.generate(lane::transact).limit(8).toList();
            await().atMost(SOON).until(() -> lane.processor.seen() == 8);

            HttpResponse<String> ninth = lane.transact().join();

            assertThat(ninth.statusCode()).isEqualTo(503);
            assertThat(ninth.headers().firstValue("retry-after")).hasValue("1");
            assertThat(ninth.body()).contains("\"code\":\"OVERLOADED\"", "\"outcome\":\"not_executed\"");
            assertThat(inFlight).noneMatch(CompletableFuture::isDone);
            assertThat(lane.commandsEnd()).isEqualTo(8);
            assertThat(lane.meter("hotlane_inflight_requests")).isEqualTo(8);
        }
    }

    @Test
    void finishesWhatIsInFlightAndRefusesWhatIsNewWhenClosed(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 10_000, 1, 10_000), Scripts.silence())) {
            CompletableFuture<HttpResponse<String>> first = lane.transact();
            await().atMost(SOON).until(() -> lane.processor.seen() == 1);
            Arrived record = lane.processor.last();
            CompletableFuture<Void> closing = CompletableFuture.runAsync(lane.gateway::close);
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);

            HttpResponse<String> late = lane.transact().join();
            expectUnavailable(late, "this gateway is shutting down");
            assertThat(late.headers().firstValue("connection")).hasValue("close");
            assertThat(closing).isNotDone();

            lane.processor.say(record.reply(Scripts.done(record, record.offset)));
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(closing).succeedsWithin(SOON);
            assertThatThrownBy(() -> lane.transact().join()).hasMessageContaining("ConnectException");
        }
    }

    @Test
    void doesNotStartOnTopicsThatAreNotAsTheLaneNeedsThem(Lane on) throws Exception {
        GatewaySettings settings = Settings.USUAL.of(on.stack().bootstrapServers(), on.name());
        assertThatThrownBy(() -> Gateway.start(settings))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("there is no topic " + on.name() + ".commands: run 'hotlane topics create'");

        GatewayLane.createTopics(on);
        GatewaySettings third = GatewaySettings.of(on.stack().bootstrapServers(), 2, 0);
        GatewaySettings beyond = new Settings(64, 1_000, 1, 0).at(third, on.name());
        assertThatThrownBy(() -> Gateway.start(beyond))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("has partitions 0..1, this gateway is set to use partition 2");
    }

    private static void expectUnavailable(HttpResponse<String> response, String why) {
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("retry-after")).hasValue("1");
        assertThat(response.body()).contains("\"code\":\"UNAVAILABLE\"", "\"outcome\":\"not_executed\"", why);
    }
}
