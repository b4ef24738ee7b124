package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is sent again, to whom, and what the outcome is then. */
class RetryTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void aUnavailableLaneIsAskedAgainUnderTheSameId() {
        try (ScriptedGateway gateway =
                        new ScriptedGateway(Steps.unavailable(), Steps.unavailable(), Steps.incremented("k"));
                LaneClient client = client(LONG, gateway.address())) {
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1).withId("order-1");
            CallOutcome<ChangedCounter> outcome = call.send();
            assertThat(outcome).isEqualTo(new Done<>(((Done<ChangedCounter>) outcome).value(), false));
            assertThat(gateway.got()).hasSize(3).allMatch(got -> got.id().equals("order-1"));
        }
    }

    @Test
    void aUuidInCapitalsIsAnsweredInSmallLetters() {
        String id = LaneClient.newId();
        try (ScriptedGateway gateway =
                        new ScriptedGateway(Steps.answer(200, "application/json", Steps.changed(id, "k")));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.counters()
                            .increment("k", 1)
                            .withId(id.toUpperCase(Locale.ROOT))
                            .send())
                    .isInstanceOf(Done.class);
        }
    }

    @Test
    void eachAttemptWithoutAnOutcomeIsReported() {
        List<Integer> statuses = new CopyOnWriteArrayList<>();
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.unavailable(), Steps.outcomeUnknown(), Steps.reset(), Steps.incremented("k"));
                LaneClient client = client(LONG, gateway.address())) {
            client.counters().increment("k", 1).onRetry(statuses::add).send();
            assertThat(statuses).containsExactly(503, 504, 0);
        }
    }

    @Test
    void theSecondGatewayIsUsedAndKept() {
        try (ScriptedGateway first = new ScriptedGateway(Steps.unavailable());
                ScriptedGateway second = new ScriptedGateway(Steps.incremented("k"));
                LaneClient client = client(LONG, first.address(), second.address())) {
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            assertThat(call.send().isDone()).isTrue();
            assertThat(client.counters().increment("k", 1).send().isDone()).isTrue();
            assertThat(first.got()).hasSize(1);
            assertThat(second.got()).hasSize(2);
            assertThat(second.got().get(0).id())
                    .isEqualTo(call.id())
                    .isEqualTo(first.got().get(0).id());
        }
    }

    @Test
    void anUnreachableGatewayIsPassedOver() {
        try (ScriptedGateway second = new ScriptedGateway(Steps.incremented("k"));
                LaneClient client = client(LONG, closedPort(), second.address())) {
            assertThat(client.counters().increment("k", 1).send().isDone()).isTrue();
        }
    }

    @Test
    void nothingRanIfEveryGatewayIsUnreachableOrSaysSo() {
        try (ScriptedGateway second = new ScriptedGateway(
                        Steps.problem(503, "OVERLOADED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":600000"));
                LaneClient client = client(LONG, closedPort(), second.address())) {
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            assertThat(call.send())
                    .isInstanceOfSatisfying(
                            Unanswered.class,
                            outcome -> assertThat(outcome.id()).isEqualTo(call.id()));
            assertThat(second.got()).hasSize(1);
        }
    }

    @Test
    void nothingRanIfEveryAnswerSaysSo() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(
                        503,
                        "OVERLOADED",
                        ",\"outcome\":\"not_executed\",\"retryAfterMs\":600000",
                        "Retry-After: 600"));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.counters().increment("k", 1).send())
                    .isInstanceOfSatisfying(
                            Unanswered.class,
                            outcome -> assertThat(outcome.retryAfter()).isEqualTo(Duration.ofMinutes(10)));
            assertThat(gateway.got()).hasSize(1);
        }
    }

    @Test
    void anAttemptThatMayHaveRunLeavesItUnknownWhateverNothingRanAfterIt() {
        ScriptedGateway.Step late =
                Steps.problem(503, "OVERLOADED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":600000");
        for (ScriptedGateway.Step last : new ScriptedGateway.Step[] {
            late,
            Steps.problem(429, "QUOTA_EXCEEDED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":600000"),
            Steps.problem(403, "FORBIDDEN", ""),
            Steps.problem(400, "MALFORMED", ""),
            Steps.unavailable()
        }) {
            try (ScriptedGateway gateway = new ScriptedGateway(Steps.outcomeUnknown(), last);
                    LaneClient client = client(SHORT, gateway.address())) {
                assertThat(client.counters().increment("k", 1).send()).isInstanceOf(Unknown.class);
            }
        }
    }

    @Test
    void aFullLaneIsAskedAgainUntilItHasRoom() {
        ScriptedGateway.Step full = Steps.problem(
                429, "QUOTA_EXCEEDED", ",\"outcome\":\"not_executed\",\"offset\":8,\"limit\":9,\"retryAfterMs\":1");
        try (ScriptedGateway gateway = new ScriptedGateway(full, full, Steps.incremented("k"));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.counters().increment("k", 1).send().isDone()).isTrue();
            assertThat(gateway.got()).hasSize(3);
        }
    }

    @Test
    void anAttemptThatMayHaveRunIsDecidedByTheNext() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.outcomeUnknown(), Steps.insufficient());
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.counters().increment("k", -9).send()).isInstanceOf(Refused.class);
        }
    }

    @Test
    void aForgottenIdIsUnknown() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(
                        410, "ID_EXPIRED", ",\"outcome\":\"unknown\",\"offset\":9,\"horizon\":5,\"serverTime\":6"));
                LaneClient client = client(LONG, gateway.address())) {
            assertThat(client.counters().increment("k", 1).send()).isInstanceOf(Unknown.class);
            assertThat(client.commands().get("old").send())
                    .isInstanceOfSatisfying(
                            Unknown.class, outcome -> assertThat(outcome.id()).isEqualTo("old"));
            assertThat(client.commands().abandon("old").send())
                    .isInstanceOfSatisfying(
                            Unknown.class, outcome -> assertThat(outcome.id()).isEqualTo("old"));
            assertThat(gateway.got()).hasSize(3);
        }
    }

    @Test
    void anUnknownOutcomeIsAbandonedUnderAnIdOfItsOwn() {
        String abandoned = "\",\"offset\":40,\"time\":1795272920000,\"state\":\"abandoned\"}";
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.problem(410, "ID_EXPIRED", ",\"outcome\":\"unknown\",\"offset\":9"),
                        Steps.answer(200, "application/json", "{\"id\":\"order-1" + abandoned));
                LaneClient client = client(LONG, gateway.address())) {
            Unknown<ChangedCounter> unknown = (Unknown<ChangedCounter>)
                    client.counters().increment("k", 1).withId("order-1").send();
            Done<CommandOutcome> done = (Done<CommandOutcome>) unknown.abandon().send();
            assertThat(done.value().state()).isEqualTo(CommandOutcome.State.ABANDONED);
            assertThat(gateway.got().get(1).target()).isEqualTo("/v1/commands/order-1/abandon");
            assertThat(gateway.got().get(1).id()).isNotEqualTo("order-1");
        }
    }

    @Test
    void aDependentOfACallMaySendAndBlock() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.incremented("k"));
                LaneClient client = client(LONG, gateway.address())) {
            List<CompletableFuture<CallOutcome<ChangedCounter>>> calls = Stream.generate(
                            () -> client.counters().increment("k", 1))
                    .limit(20)
                    .map(call -> call.sendAsync().thenApply(outcome -> call.send()))
                    .toList();
            assertThat(calls).allMatch(call -> call.join().isDone());
        }
    }

    @Test
    void cancellingEndsTheAttempt() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.waitForTheEnd(asked, ended));
                LaneClient client = client(LONG, gateway.address())) {
            CompletableFuture<CallOutcome<ChangedCounter>> call =
                    client.counters().increment("k", 1).sendAsync();
            asked.join();
            call.cancel(true);
            ended.join();
            assertThat(gateway.got()).hasSize(1);
        }
    }

    @Test
    void closingEndsACallUnderWayAsUnknown() {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        try (ScriptedGateway gateway = new ScriptedGateway((got, socket) -> asked.complete(null))) {
            LaneClient client = client(LONG, gateway.address());
            CompletableFuture<CallOutcome<ChangedCounter>> call =
                    client.counters().increment("k", 1).sendAsync();
            asked.join();
            client.close();
            assertThat(call.join()).isInstanceOf(Unknown.class);
        }
    }

    @Test
    void anInterruptEndsACallAsUnknownAndStaysSet() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.hang());
                LaneClient client = client(LONG, gateway.address())) {
            Thread.currentThread().interrupt();
            assertThat(client.counters().increment("k", 1).send()).isInstanceOf(Unknown.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static String closedPort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return "http://127.0.0.1:" + socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static LaneClient client(Duration deadline, String... gateways) {
        return LaneClient.connect(ClientSettings.of(gateways)
                .withDeadline(deadline)
                .withAttempt(deadline)
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
    }
}
