package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Failpoints;
import dev.hotlane.proof.faults.failpoint.Point;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A gateway ends with exit code 3 when a thread of its Kafka clients dies for want of direct memory: the producer's, at
 * an acknowledgement, or the one that receives replies. The JVM itself does not end for such an error.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayOutOfMemoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OUT_OF_MEMORY = 3;

    private final WholeLane on;

    GatewayOutOfMemoryTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @ParameterizedTest
    @EnumSource(names = {"GATEWAY_ACKED", "GATEWAY_REPLY"})
    void endsWhenAThreadOfKafkasClientsHasNoMemory(Point point) {
        try (on;
                GatewayChild gateway = new GatewayChild(on.lane, 1)) {
            on.processor.start();
            Failpoints failpoints = new Failpoints(gateway.directory());
            gateway.start(failpoints.flag()).awaitServing();
            failpoints.set(point, Action.EXHAUST, 0);
            Awaitility.await("the trap").atMost(PATIENCE).until(failpoints::taken);

            Map.Entry<Integer, String> end = Awaitility.await("its end")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> call(gateway), ended -> ended != null);
            assertThat(end.getKey()).as(end.getValue()).isEqualTo(OUT_OF_MEMORY);
            assertThat(end.getValue()).contains("out of memory (planted at " + point.label() + ")");
        }
    }

    /** Sends a command, which a busy gateway may reject. */
    private static Map.Entry<Integer, String> call(GatewayChild gateway) {
        String key = UUID.randomUUID().toString();
        gateway.post("/v1/transactions", key, "{\"ops\":[{\"op\":\"add\",\"key\":\"k\",\"delta\":1}]}");
        return gateway.end();
    }
}
