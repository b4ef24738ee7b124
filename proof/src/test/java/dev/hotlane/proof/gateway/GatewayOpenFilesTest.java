package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.LoggedLines;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More connections than any operating system allows a process open files. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayOpenFilesTest {
    @Test
    void connectionsAreLoweredToTheOpenFilesAtStart(Lane on) throws Exception {
        try (LoggedLines said = LoggedLines.of("dev.hotlane.gateway.OpenFiles");
                GatewayLane lane = GatewayLane.start(
                        on,
                        settings -> settings.withLimits(settings.limits().withConnectionsMax(Integer.MAX_VALUE)),
                        Scripts.success())) {
            assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(said.lines())
                    .singleElement()
                    .asString()
                    .startsWith("WARN ")
                    .contains("connections are allowed, not 2147483647", "ulimit -n", "--gateway-connections-max");
        }
    }
}
