package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.ProblemCode;
import dev.hotlane.client.Refused;
import java.time.Duration;
import java.util.Arrays;

/** Calls of the Java client to gateways of this machine, and the outcomes that a test expects. */
final class ClientCalls {
    /** Longest time of a call that a test expects to be answered. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private ClientCalls() {}

    static <T> T done(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        assertThat(outcome).isInstanceOf(Done.class);
        return ((Done<T>) outcome).value();
    }

    static <T> Refused<T> refusal(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        assertThat(outcome).isInstanceOf(Refused.class);
        return (Refused<T>) outcome;
    }

    static ProblemCode refused(LaneCall<?> call) {
        return refusal(call).code();
    }

    static LaneClient client(int... ports) {
        return LaneClient.connect(ClientSettings.of(Arrays.stream(ports)
                        .mapToObj(port -> "http://127.0.0.1:" + port)
                        .toArray(String[]::new))
                .withDeadline(PATIENCE));
    }
}
