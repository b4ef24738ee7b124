package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local reads of a gateway that runs alone, while no leader proves the age of its view. */
@Tag("it")
class GatewayStaleViewTest extends OnAViewTopic {
    private static final Duration STALE_MAX = Duration.ofSeconds(5);

    GatewayStaleViewTest(Lane on) {
        super(on);
    }

    @Override
    ViewSettings view() {
        return new ViewSettings(true, STALE_MAX, List.of("stock:"), 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/counters/a?", "/v1/counters?prefix=stock:&"})
    void localReadsContinueWhileTheLeaderIsSilentAndEndWithTheirBound(String path) {
        lane.processor.script(Scripts.silence());
        lane.processor.beat(null);
        await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
        await().atMost(SOON).until(() -> staleMs(aged(path + ANY_AGE)) > 1_000);
        HttpResponse<String> young = lane.get(path + "maxStaleMs=200");
        assertThat(young.statusCode()).isEqualTo(503);
        assertThat(young.body()).contains("\"code\":\"UNAVAILABLE\"");
        assertThat(header(young, "retry-after")).isEqualTo("1");
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = lane.get(path + "consistency=local");
            if (answer.statusCode() == 503) {
                return true;
            }
            assertThat(header(answer, "hotlane-source")).isEqualTo("view");
            assertThat(staleMs(answer)).isBetween(1_001L, STALE_MAX.toMillis());
            return false;
        });
        assertThat(sinceFirstProof()).isGreaterThan(STALE_MAX.minusMillis(1));
        assertThat(staleMs(aged(path + ANY_AGE))).isGreaterThan(STALE_MAX.toMillis());
    }
}
