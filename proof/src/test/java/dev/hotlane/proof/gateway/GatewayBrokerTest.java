package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import dev.hotlane.protocol.TopicSpec;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The broker ends and starts again: every request ends, and the gateway serves again by itself. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class GatewayBrokerTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void endsEveryRequestWhileTheBrokerIsAwayAndServesAgainAfterwards(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(1024, 4_000, 1, 5_000), Scripts.success())) {
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);

            on.stack().kafka().kill9();
            List<CompletableFuture<HttpResponse<String>>> during =
                    Stream.generate(lane::transact).limit(50).toList();
            for (CompletableFuture<HttpResponse<String>> call : during) {
                assertThat(call.join().statusCode()).isIn(503, 504);
            }
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            HttpResponse<String> refused = lane.transact().join();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"outcome\":\"not_executed\"");

            on.stack().kafka().restart();
            lane.awaitReady();
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            assertThat(lane.meter("hotlane_inflight_requests")).isZero();
            assertThat(lane.meter("hotlane_producer_bytes")).isZero();
        }
    }

    @Test
    void isNotReadyWhileTheBrokersDoNotKnowTheCommandTopicHoweverWellItHearsTheProcessor(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(1024, 2_000, 1, 5_000), Scripts.success());
                Admin admin = GatewayLane.admin(on)) {
            admin.deleteTopics(List.of(TopicSpec.commands(on.name()).name()))
                    .all()
                    .get();

            // The producer notices it at its next send.
            assertThat(lane.transact().join().statusCode()).isIn(503, 504);
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            assertThat(lane.get("/readyz").body()).contains("return no metadata of the command topic");
            HttpResponse<String> refused = lane.transact().join();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"outcome\":\"not_executed\"");
        }
    }

    @Test
    void findsItsPlaceAgainWhenTheReplyTopicWasMadeAnew(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.success());
                Admin admin = GatewayLane.admin(on)) {
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
            TopicSpec replies = TopicSpec.replies(on.name(), 2);

            admin.deleteTopics(List.of(replies.name())).all().get();
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            NewTopic anew = new NewTopic(replies.name(), replies.partitions(), (short) 1).configs(replies.settings());
            await().atMost(SOON).ignoreExceptions().until(() -> {
                admin.createTopics(List.of(anew)).all().get();
                return true;
            });

            lane.awaitReady();
            assertThat(lane.transact().join().statusCode()).isEqualTo(200);
        }
    }
}
