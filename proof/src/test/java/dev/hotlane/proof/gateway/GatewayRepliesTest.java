package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.gateway.GatewayLane.Settings;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.Verdict;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Late, double, foreign and odd replies: none may complete another request. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayRepliesTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    void answers504WhenNoReplyComesAndDropsTheOneThatComesLate(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, new Settings(64, 300, 1, 1_000), Scripts.silence())) {
            HttpResponse<String> response = lane.transact().join();
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body())
                    .contains("\"code\":\"OUTCOME_UNKNOWN\"", "\"outcome\":\"unknown\"", "same Idempotency-Key");

            Arrived record = lane.processor.last();
            lane.processor.say(record.reply(Scripts.done(record, record.offset)));
            await().atMost(SOON).until(() -> lane.meter("hotlane_replies_unmatched_total{reason=\"late\"") == 1);
            assertThat(lane.meter("hotlane_gateway_timeouts_total")).isEqualTo(1);
            assertThat(lane.meter("hotlane_inflight_requests")).isZero();
        }
    }

    @Test
    void completesARequestOnceAndOnlyByItsOwnReply(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.silence())) {
            CompletableFuture<HttpResponse<String>> waiting = lane.transact("right");
            await().atMost(SOON).until(() -> lane.processor.seen() == 1);
            Arrived record = lane.processor.last();
            long hash = Hash.of(record.id, 0, record.id.length, 0);
            long hi = record.command().gatewayHi();
            var done = Scripts.done(record, record.offset);

            lane.processor.say(record.reply(hi + 1, record.request(), hash, done));
            lane.processor.say(record.reply(hi, record.request() + 1, hash, done));
            lane.processor.say(record.reply(hi, -1, hash, done));
            lane.processor.say(record.reply(hi, record.request(), hash + 1, done));
            await().atMost(SOON).until(() -> lane.meter("hotlane_replies_unmatched_total{reason=\"foreign\"") == 3);
            await().atMost(SOON).until(() -> lane.meter("hotlane_replies_unmatched_total{reason=\"mismatch\"") == 1);
            assertThat(waiting).isNotDone();

            lane.processor.say(record.reply(done));
            lane.processor.say(record.reply(done));
            lane.processor.say(record.reply(writer -> writer.verdict(Verdict.CLOSED, record.offset, Scripts.TIME)));
            assertThat(waiting.join().statusCode()).isEqualTo(200);
            await().atMost(SOON).until(() -> lane.meter("hotlane_replies_unmatched_total{reason=\"duplicate\"") == 1);
            await().atMost(SOON)
                    .until(() -> lane.meter("hotlane_replies_unmatched_total{reason=\"contradiction\"") == 1);
        }
    }

    @Test
    void tellsAnUnknownOutcomeWhenAReplyDoesNotFit(Lane on) throws Exception {
        try (GatewayLane lane = GatewayLane.start(on, Settings.USUAL, Scripts.silence())) {
            lane.processor.script(record -> List.of(record.reply(writer -> {
                writer.verdict(Verdict.OK, record.offset, Scripts.TIME);
                Scripts.results(writer, 2, record.offset);
            })));
            HttpResponse<String> response = lane.transact().join();
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body()).contains("does not fit the request");
        }
    }

    @Test
    void givesEachOfManyCallersItsOwnAnswerOnTwoEventLoops(Lane on) throws Exception {
        Map<Long, byte[]> first = new ConcurrentHashMap<>();
        try (GatewayLane lane = GatewayLane.start(on, new Settings(1024, 10_000, 2, 5_000), Scripts.silence())) {
            List<byte[]> held = new ArrayList<>();
            // Replies come late and in reverse order, in one record, as from a slow processor.
            lane.processor.script(record -> {
                if (record.kind == RecordKind.COMMAND) {
                    held.add(0, record.reply(Scripts.done(record, record.offset)));
                    first.put(record.offset, record.id);
                }
                List<byte[]> batch = held.size() == 200 ? List.copyOf(held) : List.of();
                return batch;
            });
            List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, 200)
                    .mapToObj(i -> lane.transact("caller-" + i))
                    .toList();
            for (int i = 0; i < calls.size(); i++) {
                HttpResponse<String> response = calls.get(i).join();
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).startsWith("{\"id\":\"caller-" + i + "\",");
                String offset = response.body().replaceAll(".*\"offset\":(\\d+).*", "$1");
                assertThat(first.get(Long.parseLong(offset))).asString().isEqualTo("caller-" + i);
            }
        }
    }
}
