package dev.hotlane.client;

import static dev.hotlane.client.BatchedLines.LONG;
import static dev.hotlane.client.BatchedLines.NDJSON;
import static dev.hotlane.client.BatchedLines.allDone;
import static dev.hotlane.client.BatchedLines.batch;
import static dev.hotlane.client.BatchedLines.call;
import static dev.hotlane.client.BatchedLines.calls;
import static dev.hotlane.client.BatchedLines.client;
import static dev.hotlane.client.BatchedLines.cut;
import static dev.hotlane.client.BatchedLines.done;
import static dev.hotlane.client.BatchedLines.isBatch;
import static dev.hotlane.client.BatchedLines.line;
import static dev.hotlane.client.BatchedLines.once;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of the calls of a batch that does not answer them all. */
class BatcherFailuresTest {

    /** Calls leave together once the call before them is answered. */
    private static final BatcherSettings TOGETHER = BatcherSettings.USUAL.withLinger(Duration.ofSeconds(10));

    private static final String UNAVAILABLE =
            Steps.problemBody(503, "UNAVAILABLE", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1");
    private static final String UNKNOWN = Steps.problemBody(504, "OUTCOME_UNKNOWN", ",\"outcome\":\"unknown\"");
    private static final String MALFORMED = Steps.problemBody(400, "MALFORMED", "");

    private static final String SINGLE = "{\"ops\":[{\"op\":\"add\",\"key\":\"k\",\"delta\":1}]}";

    /** By kind: what answers a batch of the calls b-1 to b-3, and leaves at least one of them undecided. */
    private static final Map<String, ScriptedGateway.Step> FAILURES = new TreeMap<>();

    static {
        FAILURES.put("hangs", Steps.hang());
        FAILURES.put("closes", Steps.close());
        FAILURES.put("resets", Steps.reset());
        FAILURES.put("closes in a line", cut(done("b-1") + done("b-2").substring(0, 20), false));
        FAILURES.put("resets in a line", cut(done("b-1") + done("b-2").substring(0, 20), true));
        FAILURES.put("closes after a line", cut(done("b-1"), false));
        FAILURES.put("closes before a line", cut(" ", false));
        FAILURES.put("503 of a line", batch(id -> id.equals("b-2") ? line(id, 503, UNAVAILABLE) : done(id)));
        FAILURES.put("504 of a line", batch(id -> id.equals("b-2") ? line(id, 504, UNKNOWN) : done(id)));
        FAILURES.put("504 of each line", batch(id -> line(id, 504, UNKNOWN)));
        FAILURES.put("503 of the batch", Steps.unavailable());
        FAILURES.put("504 of the batch", Steps.outcomeUnknown());
        FAILURES.put("line of another id", batch(id -> done("x" + id)));
        FAILURES.put("lines in another order", Steps.answer(200, NDJSON, done("b-2") + done("b-1") + done("b-3")));
        FAILURES.put("line missing", Steps.answer(200, NDJSON, done("b-1") + done("b-2")));
        FAILURES.put("no line", Steps.answer(200, NDJSON, ""));
        FAILURES.put("line without its end", Steps.answer(200, NDJSON, done("b-1") + done("b-2") + "{\"id\":\"b-3\""));
        FAILURES.put("line without an id", Steps.answer(200, NDJSON, "{\"id\":null,\"line\":1,\"status\":408}\n"));
        FAILURES.put("line that is no JSON", Steps.answer(200, NDJSON, done("b-1") + "<html>\n"));
        FAILURES.put("line without an end", Steps.answer(200, NDJSON, " ".repeat(2 << 20)));
        FAILURES.put("refusal that was not decided", batch(id -> line(id, 409, Steps.problemBody(409, "CLOSED", ""))));
        FAILURES.put("HTML", Steps.answer(200, "text/html", "<html>ok</html>"));
        FAILURES.put("HTML 404", Steps.answer(404, "text/html", "<html>404</html>"));
        FAILURES.put("success of one call", Steps.answer(200, "application/json", BatchedLines.transacted("b-1")));
        FAILURES.put("refusal of one call", Steps.problem(409, "CLOSED", ",\"offset\":1"));
    }

    static Stream<String> kinds() {
        return FAILURES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void undecidedCallsAreSentAgainByThemselvesUnderTheirIds(String kind) {
        CountDownLatch gathered = new CountDownLatch(1);
        try (ScriptedGateway gateway = new ScriptedGateway(once(gathered, allDone()), FAILURES.get(kind), allDone());
                LaneClient client = connect(kind, gateway);
                Batcher batcher = client.batcher(TOGETHER)) {
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes = three(client, batcher, gathered);
            for (int i = 0; i < 3; i++) {
                CallOutcome<TransactionResult> outcome = outcomes.get(i).join();
                assertThat(outcome).isInstanceOf(Done.class);
                assertThat(((Done<TransactionResult>) outcome).value().id()).isEqualTo("b-" + (i + 1));
            }
            List<ScriptedGateway.Got> again =
                    gateway.got().subList(2, gateway.got().size());
            assertThat(again).isNotEmpty().noneMatch(BatchedLines::isBatch);
            assertThat(again).allMatch(got -> got.target().equals("/v1/transactions"));
            assertThat(again).extracting(ScriptedGateway.Got::body).containsOnly(SINGLE);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCallWithoutAnAnswerIsNeverARefusal(String kind) {
        CountDownLatch gathered = new CountDownLatch(1);
        AtomicInteger mistakes = new AtomicInteger();
        CompletableFuture<Void> enough = new CompletableFuture<>();
        ScriptedGateway.Step mistaken = (got, socket) -> {
            if (mistakes.incrementAndGet() == 6) {
                enough.complete(null);
            }
            Steps.problem(400, "MALFORMED", "").answer(got, socket);
        };
        try (ScriptedGateway gateway = new ScriptedGateway(once(gathered, allDone()), FAILURES.get(kind), mistaken);
                LaneClient client = connect(kind, gateway);
                Batcher batcher = client.batcher(TOGETHER.withDrain(Duration.ofMillis(1)))) {
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes = three(client, batcher, gathered);
            boolean ranNothing = kind.startsWith("503");
            if (!ranNothing) {
                outcomes.forEach(one -> one.thenAccept(outcome -> {
                    if (outcome instanceof Refused) {
                        enough.complete(null);
                    }
                }));
                enough.join();
                batcher.end("the test is over");
            }
            assertThat(outcomes)
                    .allSatisfy(one -> assertThat(one.join())
                            .isInstanceOfAny(ranNothing ? Refused.class : Unknown.class, Done.class));
        }
    }

    /** Three calls in one batch, the second of the gateway; the first one is of another call. */
    private static List<CompletableFuture<CallOutcome<TransactionResult>>> three(
            LaneClient client, Batcher batcher, CountDownLatch gathered) {
        batcher.sendAsync(call(client, "alone"));
        List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes =
                calls(client, 3).stream().map(batcher::sendAsync).toList();
        gathered.countDown();
        return outcomes;
    }

    /** Only an attempt that hangs ends by its time. */
    private static LaneClient connect(String kind, ScriptedGateway gateway) {
        return LaneClient.connect(ClientSettings.of(gateway.address())
                .withDeadline(LONG)
                .withAttempt(kind.equals("hangs") ? Duration.ofSeconds(2) : LONG)
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
    }

    @Test
    void aMistakenLineIsARefusal() {
        try (ScriptedGateway gateway = new ScriptedGateway(batch(id -> line(id, 400, MALFORMED)));
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher()) {
            assertThat(batcher.send(call(client, "b-1")))
                    .isInstanceOfSatisfying(
                            Refused.class, one -> assertThat(one.code()).isEqualTo(ProblemCode.MALFORMED));
        }
    }

    @Test
    void aDeadlineThatPassesGivesUnknownWithTheIdAndTheOthersTheirAnswers() {
        CountDownLatch gathered = new CountDownLatch(1);
        CountDownLatch passed = new CountDownLatch(1);
        try (ScriptedGateway gateway = new ScriptedGateway(once(gathered, allDone()), once(passed, allDone()));
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(TOGETHER)) {
            batcher.sendAsync(call(client, "alone"));
            CompletableFuture<CallOutcome<TransactionResult>> hasty =
                    batcher.sendAsync(call(client, "hasty").within(Duration.ofSeconds(2)));
            CompletableFuture<CallOutcome<TransactionResult>> patient = batcher.sendAsync(call(client, "patient"));
            gathered.countDown();
            assertThat(hasty.join())
                    .isInstanceOfSatisfying(
                            Unknown.class, one -> assertThat(one.id()).isEqualTo("hasty"));
            passed.countDown();
            assertThat(patient.join()).isInstanceOf(Done.class);
        }
    }

    @Test
    void aCallThatWaitsForAStreamUntilItsDeadlineRanNothing() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher =
                        client.batcher(BatcherSettings.USUAL.withStreams(1).withDrain(Duration.ofMillis(1)))) {
            batcher.sendAsync(call(client, "hangs"));
            assertThat(batcher.send(call(client, "waits").within(Duration.ofMillis(50))))
                    .isInstanceOf(Unanswered.class);
        }
    }

    @Test
    void aStreamWhoseCallsAreAllOverIsFree() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang(), allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withStreams(1))) {
            assertThat(batcher.send(call(client, "hangs").within(Duration.ofMillis(50))))
                    .isInstanceOf(Unknown.class);
            assertThat(batcher.send(call(client, "next"))).isInstanceOf(Done.class);
        }
    }

    @Test
    void undecidedCallsGoOnThirtyTwoAtATime() {
        CountDownLatch gathered = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(32);
        ScriptedGateway.Step hang = (got, socket) -> hanging.countDown();
        try (ScriptedGateway gateway = new ScriptedGateway(once(gathered, allDone()), Steps.close(), hang);
                LaneClient client = client(LONG, gateway.address())) {
            Batcher batcher = client.batcher(TOGETHER.withDrain(Duration.ofMillis(100)));
            batcher.sendAsync(call(client, "alone"));
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes =
                    calls(client, 100).stream().map(batcher::sendAsync).toList();
            gathered.countDown();
            BatchedLines.await(hanging);
            batcher.close();
            assertThat(outcomes).allMatch(one -> one.join() instanceof Unknown);
            assertThat(gateway.got().stream().filter(got -> !isBatch(got))).hasSize(32);
        }
    }

    @Test
    void anotherGatewayTakesWhatTheFirstLeft() {
        CountDownLatch gathered = new CountDownLatch(1);
        try (ScriptedGateway first = new ScriptedGateway(once(gathered, allDone()), cut(done("b-1"), false));
                ScriptedGateway second = new ScriptedGateway(allDone());
                LaneClient client = client(LONG, first.address(), second.address());
                Batcher batcher = client.batcher(TOGETHER)) {
            assertThat(three(client, batcher, gathered))
                    .allMatch(one -> one.join().isDone());
            assertThat(second.got()).hasSize(2);
            assertThat(batcher.send(call(client, "next"))).isInstanceOf(Done.class);
            assertThat(second.got()).hasSize(3);
        }
    }

    @Test
    void nothingRanIfEveryGatewayIsUnreachableOrSaysSo() throws IOException {
        String closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = "http://127.0.0.1:" + socket.getLocalPort();
        }
        try (ScriptedGateway second = new ScriptedGateway(
                        Steps.problem(503, "OVERLOADED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":600000"));
                LaneClient client = client(LONG, closed, second.address());
                Batcher batcher = client.batcher()) {
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes = new ArrayList<>();
            calls(client, 100).forEach(call -> outcomes.add(batcher.sendAsync(call)));
            assertThat(outcomes).allMatch(one -> one.join() instanceof Unanswered);
        }
    }

    @Test
    void manyThreadsOverAGatewayThatFailsAtRandomRunEachCallOnce() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed);
        try (FlakyGateway gateway = new FlakyGateway(seed);
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher()) {
            Set<String> done = new HashSet<>();
            Set<String> others = new HashSet<>();
            gateway.load(client, batcher, 16, 250, (id, outcome) -> {
                synchronized (done) {
                    (outcome.isDone() ? done : others).add(id + (outcome.isDone() ? "" : " " + outcome));
                }
            });
            assertThat(others).isEmpty();
            assertThat(done).hasSize(16 * 250).isEqualTo(gateway.ran());
        }
    }
}
