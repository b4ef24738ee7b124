package dev.hotlane.client;

import static dev.hotlane.client.BatchedLines.LONG;
import static dev.hotlane.client.BatchedLines.NDJSON;
import static dev.hotlane.client.BatchedLines.calls;
import static dev.hotlane.client.BatchedLines.client;
import static dev.hotlane.client.BatchedLines.done;
import static dev.hotlane.client.BatchedLines.line;
import static dev.hotlane.client.BatchedLines.sent;
import static dev.hotlane.client.BatchedLines.transacted;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lines of a batch and their outcomes. */
class BatchTest {
    @Test
    void eachLineHasItsOwnOutcome() {
        String refused = Steps.problemBody(409, "INSUFFICIENT", ",\"offset\":8,\"available\":0");
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.answer(200, NDJSON, done("b-1") + line("b-2", 409, refused) + done("b-3")));
                LaneClient client = client(LONG, gateway.address())) {
            List<BatchResult> results = client.batch(calls(client, 3));
            assertThat(results).extracting(one -> one.call().id()).containsExactly("b-1", "b-2", "b-3");
            assertThat(results.get(0).outcome()).isInstanceOf(Done.class);
            assertThat(results.get(1).outcome()).isInstanceOf(Refused.class);
            assertThat(results.get(2).outcome()).isInstanceOf(Done.class);
            assertThat(gateway.got().get(0).body().lines()).containsExactly(sent("b-1"), sent("b-2"), sent("b-3"));
        }
    }

    @Test
    void onlyLinesWithoutAnOutcomeAreSentAgain() {
        String unavailable = Steps.problemBody(503, "UNAVAILABLE", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1");
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.answer(200, NDJSON, done("b-1") + line("b-2", 503, unavailable) + done("other")),
                        Steps.answer(200, NDJSON, done("b-2") + "{\"id\":"),
                        Steps.answer(200, NDJSON, done("b-3")));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.batch(calls(client, 3)))
                    .allMatch(result -> result.outcome().isDone());
            assertThat(gateway.got().get(1).body().lines()).containsExactly(sent("b-2"), sent("b-3"));
            assertThat(gateway.got().get(2).body().lines()).containsExactly(sent("b-3"));
        }
    }

    @Test
    void aLineWithoutAResultIsUnknownAndARefusedOneIsNot() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.answer(200, NDJSON, done("b-1")), Steps.hang());
                LaneClient client = client(Duration.ofMillis(250), gateway.address())) {
            List<BatchResult> results = client.batch(calls(client, 2));
            assertThat(results.get(1).outcome()).isInstanceOf(Unknown.class);
        }
    }

    @Test
    void anInterruptedThreadSendsNothingMore() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.answer(200, NDJSON, done("b-1")));
                LaneClient client = client(LONG, gateway.address())) {
            Thread.currentThread().interrupt();
            assertThat(client.batch(calls(client, 1)).get(0).outcome()).isInstanceOf(Unanswered.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(gateway.got()).isEmpty();
        }
    }

    @Test
    void aMistakenBatchRefusesEachLine() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(403, "FORBIDDEN", ""));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.batch(calls(client, 2)))
                    .allMatch(result ->
                            result.outcome() instanceof Refused<?> refused && refused.code() == ProblemCode.FORBIDDEN);
        }
    }

    @Test
    void aSuccessOfOneCallIsNoneOfABatch() {
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.answer(200, "application/json", transacted("b-1")),
                        Steps.answer(
                                409, "application/problem+json", Steps.problemBody(409, "CLOSED", ",\"offset\":1")),
                        Steps.answer(200, NDJSON, done("b-1")));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.batch(calls(client, 1)).get(0).outcome().isDone()).isTrue();
            assertThat(gateway.got()).hasSize(3);
        }
    }

    @Test
    void aLongStreamIsCutIntoBatchesInOrder() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.answer(
                        200,
                        NDJSON,
                        got -> got.body()
                                .lines()
                                .map(line -> done(line.replaceFirst(".*\"id\":\"([^\"]*)\".*", "$1")))
                                .collect(Collectors.joining())));
                LaneClient client = client(LONG, gateway.address())) {
            List<String> ids = new ArrayList<>();
            client.batch(calls(client, 2_500).iterator(), result -> {
                assertThat(result.outcome().isDone()).isTrue();
                ids.add(result.call().id());
            });
            assertThat(ids)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 2_500)
                            .mapToObj(i -> "b-" + i)
                            .toList());
            assertThat(gateway.got()).hasSizeGreaterThan(2);
        }
    }
}
