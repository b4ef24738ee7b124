package dev.hotlane.client;

import static dev.hotlane.client.BatchedLines.LONG;
import static dev.hotlane.client.BatchedLines.allDone;
import static dev.hotlane.client.BatchedLines.batch;
import static dev.hotlane.client.BatchedLines.call;
import static dev.hotlane.client.BatchedLines.calls;
import static dev.hotlane.client.BatchedLines.client;
import static dev.hotlane.client.BatchedLines.done;
import static dev.hotlane.client.BatchedLines.ids;
import static dev.hotlane.client.BatchedLines.line;
import static dev.hotlane.client.BatchedLines.once;
import static dev.hotlane.client.BatchedLines.sent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When a batcher sends, what its callers get, and what it keeps. */
class BatcherTest {
    private static final Duration NEVER = Duration.ofSeconds(10);

    /** Answers every batch but that of the call {@code hangs}; two batches may arrive in any order. */
    private static final ScriptedGateway.Step HANG_ONE =
            (got, socket) -> (ids(got).contains("hangs") ? Steps.hang() : allDone()).answer(got, socket);

    @Test
    void aCallAloneWaitsForNoOther() {
        try (ScriptedGateway gateway = new ScriptedGateway(allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withLinger(NEVER))) {
            long start = System.nanoTime();
            for (LaneCall<TransactionResult> call : calls(client, 20)) {
                assertThat(batcher.send(call)).isInstanceOf(Done.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(NEVER);
            assertThat(gateway.got()).hasSize(20);
            assertThat(gateway.got().get(0).body()).isEqualTo(sent("b-1") + "\n");
        }
    }

    @Test
    void callsGatherWhileABatchIsUnderWayAndLeaveTogetherAfterIt() {
        CountDownLatch gathered = new CountDownLatch(1);
        try (ScriptedGateway gateway = new ScriptedGateway(once(gathered, allDone()), allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withLinger(NEVER))) {
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes =
                    calls(client, 11).stream().map(batcher::sendAsync).toList();
            gathered.countDown();
            assertThat(outcomes).allMatch(outcome -> outcome.join().isDone());
            assertThat(gateway.got()).hasSize(2);
            assertThat(ids(gateway.got().get(0))).containsExactly("b-1");
            assertThat(ids(gateway.got().get(1))).hasSize(10).contains("b-2", "b-11");
        }
    }

    @Test
    void aFullBatchLeavesBesideAnother() {
        try (ScriptedGateway gateway = new ScriptedGateway(HANG_ONE);
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(
                        BatcherSettings.USUAL.withLinger(NEVER).withLines(2).withDrain(Duration.ofMillis(1)))) {
            CompletableFuture<CallOutcome<TransactionResult>> hanging = batcher.sendAsync(call(client, "hangs"));
            CompletableFuture<CallOutcome<TransactionResult>> first = batcher.sendAsync(call(client, "b-1"));
            assertThat(batcher.send(call(client, "b-2"))).isInstanceOf(Done.class);
            assertThat(first.join().isDone()).isTrue();
            assertThat(gateway.got()).extracting(got -> ids(got)).contains(List.of("b-1", "b-2"));
            assertThat(hanging).isNotDone();
        }
    }

    @Test
    void aLoneCallWaitsForTheLingerOnly() {
        try (ScriptedGateway gateway = new ScriptedGateway(HANG_ONE);
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withDrain(Duration.ofMillis(1)))) {
            CompletableFuture<CallOutcome<TransactionResult>> hanging = batcher.sendAsync(call(client, "hangs"));
            assertThat(batcher.send(call(client, "b-1"))).isInstanceOf(Done.class);
            assertThat(hanging).isNotDone();
        }
    }

    @Test
    void eachCallHasItsOwnOutcome() {
        CountDownLatch gathered = new CountDownLatch(1);
        String refused = Steps.problemBody(409, "INSUFFICIENT", ",\"offset\":8,\"available\":0");
        try (ScriptedGateway gateway = new ScriptedGateway(
                        once(gathered, allDone()), batch(id -> id.equals("b-3") ? line(id, 409, refused) : done(id)));
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withLinger(NEVER))) {
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes =
                    calls(client, 4).stream().map(batcher::sendAsync).toList();
            gathered.countDown();
            assertThat(outcomes.get(2).join())
                    .isInstanceOfSatisfying(
                            Refused.class, one -> assertThat(one.code()).isEqualTo(ProblemCode.INSUFFICIENT));
            assertThat(List.of(outcomes.get(0), outcomes.get(1), outcomes.get(3)))
                    .allMatch(outcome -> outcome.join().isDone());
            assertThat(((Done<TransactionResult>) outcomes.get(3).join())
                            .value()
                            .id())
                    .isEqualTo("b-4");
        }
    }

    @Test
    void aFullBatcherSaysSoAtOnceAndSendsNothing() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher =
                        client.batcher(BatcherSettings.USUAL.withCalls(1).withDrain(Duration.ofMillis(1)))) {
            batcher.sendAsync(call(client, "hangs"));
            assertThat(batcher.send(call(client, "b-1"))).isInstanceOfSatisfying(Unanswered.class, full -> {
                assertThat(full.id()).isEqualTo("b-1");
                assertThat(full.detail()).startsWith("the batcher is full, and the call was not sent: ");
            });
            assertThat(gateway.got()).noneMatch(got -> ids(got).contains("b-1"));
        }
    }

    @Test
    void aFullBatcherMayWaitForRoom() {
        CountDownLatch tried = new CountDownLatch(1);
        try (ScriptedGateway gateway = new ScriptedGateway(once(tried, allDone()), allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher =
                        client.batcher(BatcherSettings.USUAL.withCalls(1).withRoomWait(LONG))) {
            batcher.sendAsync(call(client, "b-1"));
            assertThat(batcher.send(call(client, "b-2").within(Duration.ofMillis(50))))
                    .isInstanceOf(Unanswered.class);
            tried.countDown();
            assertThat(batcher.send(call(client, "b-3"))).isInstanceOf(Done.class);
        }
    }

    @Test
    void roomForBytesIsBoundedToo() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang());
                LaneClient client = client(LONG, gateway.address())) {
            Batcher batcher =
                    client.batcher(BatcherSettings.USUAL.withBytes(1 << 20).withDrain(Duration.ofMillis(1)));
            LaneOp[] ops = new LaneOp[64];
            Arrays.fill(ops, LaneOp.add("k".repeat(200), 1));
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes = Stream.generate(
                            () -> batcher.sendAsync(client.transact(ops)))
                    .limit(100)
                    .toList();
            batcher.close();
            assertThat(outcomes.stream().filter(one -> one.join().toString().contains("the batcher is full")))
                    .as("calls of 14.8 KB beyond 1 MiB")
                    .hasSize(30);
        }
    }

    @Test
    void aClosedBatcherFinishesWhatItTookAndTakesNoMore() {
        CountDownLatch closing = new CountDownLatch(1);
        try (ScriptedGateway gateway = new ScriptedGateway(once(closing, allDone()), allDone());
                LaneClient client = client(LONG, gateway.address())) {
            Batcher batcher = client.batcher(BatcherSettings.USUAL.withLinger(NEVER));
            List<CompletableFuture<CallOutcome<TransactionResult>>> outcomes =
                    calls(client, 3).stream().map(batcher::sendAsync).toList();
            closing.countDown();
            batcher.close();
            assertThat(outcomes).allMatch(outcome -> outcome.join().isDone());
            assertThatThrownBy(() -> batcher.send(call(client, "late")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the batcher is closed: make a new one by LaneClient.batcher()");
            batcher.close();
            assertThat(gateway.got()).noneMatch(got -> ids(got).contains("late"));
        }
    }

    @Test
    void aCloseThatIsOverGivesUnknownToWhatWasSentAndUnansweredToWhatWasNot() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang());
                LaneClient client = client(LONG, gateway.address())) {
            Batcher batcher =
                    client.batcher(BatcherSettings.USUAL.withStreams(1).withDrain(Duration.ofMillis(50)));
            CompletableFuture<CallOutcome<TransactionResult>> sent = batcher.sendAsync(call(client, "sent"));
            CompletableFuture<CallOutcome<TransactionResult>> waiting = batcher.sendAsync(call(client, "waits"));
            batcher.close();
            assertThat(sent.join())
                    .isInstanceOfSatisfying(
                            Unknown.class, one -> assertThat(one.id()).isEqualTo("sent"));
            assertThat(waiting.join()).isInstanceOf(Unanswered.class);
        }
    }

    @Test
    void aClosedClientEndsItsBatchers() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang())) {
            LaneClient client = client(LONG, gateway.address());
            Batcher batcher = client.batcher();
            LaneCall<TransactionResult> late = call(client, "late");
            CompletableFuture<CallOutcome<TransactionResult>> sent = batcher.sendAsync(call(client, "sent"));
            client.close();
            assertThat(sent.join()).isInstanceOf(Unknown.class);
            assertThatThrownBy(() -> batcher.send(late))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the client is closed: connect a new one");
            assertThatThrownBy(client::batcher).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void anInterruptedThreadSendsNothing() {
        try (ScriptedGateway gateway = new ScriptedGateway(allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher()) {
            Thread.currentThread().interrupt();
            assertThat(batcher.send(call(client, "b-1"))).isInstanceOf(Unanswered.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(gateway.got()).isEmpty();
        }
    }

    @Test
    void aCancelledCallGivesItsRoomBack() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang(), allDone());
                LaneClient client = client(LONG, gateway.address());
                Batcher batcher = client.batcher(BatcherSettings.USUAL.withCalls(1))) {
            batcher.sendAsync(call(client, "hangs")).cancel(true);
            assertThat(batcher.send(call(client, "b-1"))).isInstanceOf(Done.class);
        }
    }
}
