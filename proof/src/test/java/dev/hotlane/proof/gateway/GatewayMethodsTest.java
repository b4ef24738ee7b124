package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HEAD for each GET, and bodies of calls that have none. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayMethodsTest {
    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.success());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/counters/a", "/healthz", "/openapi.yaml", "/v1/counters/%ff", "/nowhere"})
    void answersHeadLikeGetWithoutTheBody(String path) {
        HttpResponse<String> got = lane.get(path);
        HttpResponse<String> head = lane.send("HEAD", path, null).join();

        assertThat(head.statusCode()).isEqualTo(got.statusCode());
        assertThat(head.body()).isEmpty();
        assertThat(got.body()).isNotEmpty();
        for (String header : new String[] {"content-type", "content-length", "etag", "cache-control"}) {
            assertThat(head.headers().firstValue(header))
                    .as(header)
                    .isEqualTo(got.headers().firstValue(header));
        }
    }

    @Test
    void takesNoHeadWhereThereIsNoGet() {
        HttpResponse<String> head = lane.send("HEAD", "/v1/batch", null).join();
        assertThat(head.statusCode()).isEqualTo(405);
        assertThat(head.headers().firstValue("allow")).hasValue("POST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/counters/a", "/v1/commands/a", "/v1/status", "/v1/counters"})
    void refusesABodyOnGet(String path) throws Exception {
        long before = lane.commandsEnd();
        expectNoBody("GET", lane.send("GET", path, "{}").join());
        expectNoBody("GET", lane.send("GET", path, " ".repeat(70_000)).join());
        assertThat(lane.commandsEnd()).isEqualTo(before);
        assertThat(lane.get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesABodyOnDeleteUnlessItIsEmpty() throws Exception {
        long before = lane.commandsEnd();
        expectNoBody(
                "DELETE",
                lane.send("DELETE", "/v1/counters/a", "{}", "Idempotency-Key", "d")
                        .join());
        assertThat(lane.commandsEnd()).isEqualTo(before);
        assertThat(lane.send("DELETE", "/v1/counters/a", "", "Idempotency-Key", "d")
                        .join()
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void saysThatIfMatchNamesAVersion() {
        HttpResponse<String> any = lane.send(
                        "PUT", "/v1/counters/a", "{\"value\":1}", "Idempotency-Key", "p", "If-Match", "*")
                .join();
        assertThat(any.statusCode()).isEqualTo(400);
        assertThat(any.body()).contains("* is not offered");
    }

    private static void expectNoBody(String method, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":\"MALFORMED\"", "a " + method + " of this path takes none");
    }
}
