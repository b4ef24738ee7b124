package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A gateway without BEATs publishes no command. */
@Tag("it")
@ExtendWith(RealStack.class)
class NoProcessorTest {
    private final WholeLane on;

    NoProcessorTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void refusesWithoutPublishingUntilThereIsAProcessorAndAgainWhenItIsGone() {
        try (on) {
            Client client = on.client(on.gateway(0));
            requireRefused(client, "before");

            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            assertThat(client.call(Call.add("between", "k", 1)).status()).isEqualTo(200);

            on.processor.kill9();
            Awaitility.await("a gateway that gives up")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.call(Call.get("/readyz")).status() == 503);
            requireRefused(client, "after");

            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            assertThat(client.call(Call.read("k")).value()).isEqualTo(1);
            assertThat(on.census().ids()).containsExactly("between");
        }
    }

    private static void requireRefused(Client client, String key) {
        assertThat(client.call(Call.get("/readyz")).status()).isEqualTo(503);
        Answer answer = client.call(Call.add(key, "k", 1));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("UNAVAILABLE");
        assertThat(answer.isHonestlyOpen()).as(answer.body()).isTrue();
    }
}
