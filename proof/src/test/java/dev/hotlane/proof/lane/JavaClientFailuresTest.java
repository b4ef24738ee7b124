package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.client;
import static dev.hotlane.proof.lane.ClientCalls.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.CommandOutcome;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Unknown;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java client while a gateway or the processor is killed. */
@Tag("it")
@ExtendWith(RealStack.class)
class JavaClientFailuresTest {
    @Test
    void aKilledGatewayIsPassedOverAndEachCallRunsOnce(Lane lane) {
        try (WholeLane on = new WholeLane(lane);
                GatewayChild first = new GatewayChild(lane, 1).start()) {
            int second = on.serve(WholeLane.PATIENT).port();
            first.awaitServing();
            try (LaneClient client = client(first.port(), second)) {
                done(client.counters().increment("k", 1));
                List<CompletableFuture<CallOutcome<ChangedCounter>>> calls = Stream.generate(
                                () -> client.counters().increment("k", 1).sendAsync())
                        .limit(500)
                        .toList();
                first.kill9();
                assertThat(calls).allMatch(call -> call.join().isDone());
                assertThat(done(client.counters().get("k")).value()).isEqualTo(501);
            }
        }
    }

    @Test
    void aSilentLaneIsNeverARefusalAndTheSameCallIsDoneLater(Lane lane) {
        try (WholeLane on = new WholeLane(lane);
                LaneClient client = client(on.serve().port())) {
            done(client.counters().increment("k", 1));
            on.processor.kill9();
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            CallOutcome<ChangedCounter> outcome =
                    call.within(Duration.ofSeconds(1)).send();
            assertThat(outcome).isNotInstanceOfAny(Done.class, Refused.class);
            on.processor.start();
            on.processor.awaitLeading();
            assertThat(done(call).value()).isEqualTo(2);
            if (outcome instanceof Unknown<ChangedCounter> unknown) {
                assertThat(done(unknown.abandon()).state()).isEqualTo(CommandOutcome.State.DONE);
            }
        }
    }
}
