package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer that Hotlane does not send, or none, is neither a success nor a refusal. */
class RubbishTest {
    private static final Map<String, ScriptedGateway.Step> RUBBISH = rubbish();

    static Stream<String> kinds() {
        return RUBBISH.keySet().stream();
    }

    private static Map<String, ScriptedGateway.Step> rubbish() {
        String problem = Steps.problemBody(409, "INSUFFICIENT", ",\"offset\":8");
        Map<String, ScriptedGateway.Step> kinds = new TreeMap<>();
        kinds.put("hangs", Steps.hang());
        kinds.put("hangs in the body", Steps.hangInTheBody());
        kinds.put("ends in the body", Steps.endInTheBody());
        kinds.put("resets", Steps.reset());
        kinds.put("closes", Steps.close());
        kinds.put("HTML as success", Steps.answer(200, "text/html", "<html>ok</html>"));
        kinds.put("HTML as JSON", Steps.answer(200, "application/json", "<html>ok</html>"));
        kinds.put("HTML not found", Steps.answer(404, "text/html", "<html>404</html>"));
        kinds.put("HTML conflict", Steps.answer(409, "text/html", "<html>409</html>"));
        kinds.put("HTML 503", Steps.answer(503, "text/html", "<html>503</html>"));
        kinds.put("empty success", Steps.answer(200, "application/json", ""));
        kinds.put("no content", Steps.answer(204, null, ""));
        kinds.put("redirect", Steps.answer(302, "text/html", "", "Location: http://127.0.0.1:1/"));
        kinds.put(
                "truncated success",
                Steps.answer(
                        200,
                        "application/json",
                        got -> Steps.changed(got.id(), "k").substring(0, 40)));
        kinds.put("two documents", Steps.answer(200, "application/json", got -> Steps.changed(got.id(), "k") + "{}"));
        kinds.put("success without type", Steps.answer(200, null, got -> Steps.changed(got.id(), "k")));
        kinds.put("success as text", Steps.answer(200, "text/plain", got -> Steps.changed(got.id(), "k")));
        kinds.put("success as created", Steps.answer(201, "application/json", got -> Steps.changed(got.id(), "k")));
        kinds.put("success of another id", Steps.answer(200, "application/json", Steps.changed("other", "k")));
        kinds.put("success of another key", Steps.answer(200, "application/json", got -> Steps.changed(got.id(), "x")));
        kinds.put(
                "fraction",
                Steps.answer(
                        200,
                        "application/json",
                        got -> Steps.changed(got.id(), "k").replace(":2,", ":2.5,")));
        kinds.put(
                "number of 65 bits",
                Steps.answer(
                        200,
                        "application/json",
                        got -> Steps.changed(got.id(), "k").replace(":2,", ":9223372036854775808,")));
        kinds.put("array", Steps.answer(200, "application/json", "[]"));
        kinds.put("null", Steps.answer(409, "application/problem+json", "null"));
        kinds.put("truncated problem", Steps.answer(409, "application/problem+json", problem.substring(0, 60)));
        kinds.put("problem as JSON", Steps.answer(409, "application/json", problem));
        kinds.put("problem as success", Steps.answer(200, "application/json", problem));
        kinds.put("problem of another status", Steps.answer(410, "application/problem+json", problem));
        kinds.put(
                "problem of another type",
                Steps.answer(409, "application/problem+json", problem.replace("urn:", "x:")));
        kinds.put("problem of no known code", Steps.problem(409, "NEVER_HEARD", ",\"offset\":8"));
        kinds.put("problem that was not decided", Steps.problem(409, "INSUFFICIENT", ""));
        kinds.put("gateway timeout", Steps.outcomeUnknown());
        return kinds;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isSentAgainUnderTheSameIdUntilTheAnswerIsHotlanes(String kind) {
        try (ScriptedGateway gateway = new ScriptedGateway(RUBBISH.get(kind), Steps.incremented("k"));
                LaneClient client = client(gateway, Duration.ofSeconds(60))) {
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            assertThat(call.send()).isInstanceOf(Done.class);
            assertThat(gateway.got()).hasSize(2).allMatch(got -> got.id().equals(call.id()));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void endsAsUnknownNeverAsARefusal(String kind) {
        try (ScriptedGateway gateway = new ScriptedGateway(RUBBISH.get(kind));
                LaneClient client = client(gateway, Duration.ofMillis(250))) {
            LaneCall<ChangedCounter> call = client.counters().increment("k", 1);
            CallOutcome<ChangedCounter> outcome = call.send();
            assertThat(outcome).isInstanceOf(Unknown.class);
            assertThat(((Unknown<ChangedCounter>) outcome).id()).isEqualTo(call.id());
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void makesNoReadARefusal(String kind) {
        try (ScriptedGateway gateway = new ScriptedGateway(RUBBISH.get(kind));
                LaneClient client = client(gateway, Duration.ofMillis(250))) {
            assertThat(client.counters().get("k").send()).isInstanceOf(Unanswered.class);
        }
    }

    private static LaneClient client(ScriptedGateway gateway, Duration deadline) {
        return LaneClient.connect(ClientSettings.of(gateway.address())
                .withDeadline(deadline)
                .withAttempt(Duration.ofMillis(200))
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
    }
}
