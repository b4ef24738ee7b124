package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client makes of the answers to local reads, and of their offsets. */
class LocalReadCallsTest {
    private static final String FROM_VIEW = "Hotlane-Source: view";
    private static final String BODY = "{\"key\":\"k\",\"value\":5,\"held\":2,\"confirmed\":1,\"version\":3}";
    private static final LocalCounter COUNTER = new LocalCounter("k", 5, 2, 1, 3, false);

    private static ScriptedGateway.Step local(int status, String body, String... headers) {
        return Steps.answer(status, status == 304 ? null : "application/json", body, headers);
    }

    private static ScriptedGateway.Step view(String body, long offset, long staleMs, String... more) {
        List<String> headers =
                new ArrayList<>(List.of(FROM_VIEW, "Hotlane-Offset: " + offset, "Hotlane-Stale-Ms: " + staleMs));
        headers.addAll(Arrays.asList(more));
        return local(body.isEmpty() ? 304 : 200, body, headers.toArray(String[]::new));
    }

    private static LaneClient client(ScriptedGateway gateway, Duration deadline) {
        return LaneClient.connect(ClientSettings.of(gateway.address())
                .withDeadline(deadline)
                .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
    }

    private static <T> T done(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        assertThat(outcome).isInstanceOf(Done.class);
        return ((Done<T>) outcome).value();
    }

    @Test
    void anAnswerHasItsOffsetItsAgeAndItsSource() {
        try (ScriptedGateway gateway = new ScriptedGateway(
                        view(BODY, 9, 12),
                        local(200, BODY, "Hotlane-Source: lane", "Hotlane-Offset: 9", "Hotlane-Stale-Ms: 0"),
                        view("{\"counters\":[" + BODY + "]}", 10, 1),
                        view("", 11, 2, "ETag: \"3\""),
                        view(BODY.replace("3}", "0,\"bucket\":true}"), 11, 2));
                LaneClient client = client(gateway, Duration.ofSeconds(60))) {
            LocalReadCalls local = client.reads().local();
            assertThat(done(local.counter("k")))
                    .isEqualTo(new LocalRead<>(COUNTER, 9, Duration.ofMillis(12), LocalRead.Source.VIEW));
            assertThat(done(local.counter("k")).source()).isEqualTo(LocalRead.Source.LANE);
            assertThat(done(local.counters(List.of("k"))).value()).containsExactly(COUNTER);
            LocalRead<Optional<LocalCounter>> same = done(local.counterIfChanged("k", 3));
            assertThat(same.value()).isEmpty();
            assertThat(same.offset()).isEqualTo(11);
            assertThat(done(local.counterIfChanged("k", 0))
                            .value()
                            .orElseThrow()
                            .bucket())
                    .isTrue();
        }
    }

    @Test
    void aBoardHasItsCountersAndNoOthers() {
        try (ScriptedGateway gateway = new ScriptedGateway(
                        view("{\"counters\":[" + BODY + "]}", 9, 12),
                        view("{\"counters\":[]}", 9, 12),
                        view("{\"counters\":[" + BODY + "]}", 9, 12),
                        view("{\"counters\":[]}", 10, 1));
                LaneClient client = client(gateway, Duration.ofSeconds(60))) {
            LocalReadCalls local = client.reads().local();
            assertThat(done(local.board("k")))
                    .isEqualTo(new LocalRead<>(List.of(COUNTER), 9, Duration.ofMillis(12), LocalRead.Source.VIEW));
            assertThat(done(local.board("k")).value()).isEmpty();
            assertThat(done(local.board("stock:")).offset())
                    .as("after an answer that is not of this board")
                    .isEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hotlane-Offset: 9 Hotlane-Stale-Ms: 1",
                "Hotlane-Source: view Hotlane-Stale-Ms: 1",
                "Hotlane-Source: view Hotlane-Offset: 9",
                "Hotlane-Source: cache Hotlane-Offset: 9 Hotlane-Stale-Ms: 1",
                "Hotlane-Source: view Hotlane-Offset: -9 Hotlane-Stale-Ms: 1",
                "Hotlane-Source: view Hotlane-Offset: 9 Hotlane-Stale-Ms: 201",
                "Hotlane-Source: view Hotlane-Offset: 7 Hotlane-Stale-Ms: 1"
            })
    void anAnswerWithoutAProofOfItsAgeOrOlderThanAskedForIsNotUsed(String headers) {
        try (ScriptedGateway gateway =
                        new ScriptedGateway(local(200, BODY, headers.split("(?<=\\d|view|cache) ")), view(BODY, 9, 1));
                LaneClient client = client(gateway, Duration.ofSeconds(60))) {
            LocalReadCalls local =
                    client.reads().local().maxStale(Duration.ofMillis(200)).minOffset(8);
            assertThat(done(local.counter("k")).offset()).isEqualTo(9);
            assertThat(gateway.got()).hasSize(2);
        }
    }

    @Test
    void problemsAreReportedAsThoseOfOtherReads() {
        try (ScriptedGateway gateway = new ScriptedGateway(
                        Steps.problem(400, "OFFSET_IN_FUTURE", ",\"offset\":7"),
                        Steps.problem(400, "MALFORMED", ""),
                        Steps.unavailable(),
                        view(BODY, 9, 1),
                        Steps.unavailable());
                LaneClient client = client(gateway, Duration.ofSeconds(3))) {
            LaneCall<LocalRead<LocalCounter>> call =
                    client.reads().local().minOffset(8).counter("k");
            Refused<LocalRead<LocalCounter>> future = (Refused<LocalRead<LocalCounter>>) call.send();
            assertThat(future.code()).isEqualTo(ProblemCode.OFFSET_IN_FUTURE);
            assertThat(future.at().offset()).hasValue(7);
            assertThat(((Refused<LocalRead<LocalCounter>>) call.send()).code()).isEqualTo(ProblemCode.MALFORMED);
            assertThat(done(call).offset()).as("after one 503").isEqualTo(9);
            assertThat(call.within(Duration.ofMillis(200)).send()).isInstanceOf(Unanswered.class);
        }
    }

    @Test
    void aTrackedReadIncludesTheTrackedCallsBeforeIt() {
        SeenOffset seen = new SeenOffset();
        try (ScriptedGateway gateway = new ScriptedGateway(
                        view(BODY, 3, 1),
                        Steps.incremented("k"),
                        view(BODY, 9, 1),
                        Steps.insufficient(),
                        view("", 12, 1, "ETag: \"3\""),
                        view(BODY, 12, 1));
                LaneClient client = client(gateway, Duration.ofSeconds(60))) {
            LaneCall<LocalRead<LocalCounter>> read =
                    client.reads().local().tracking(seen).counter("k");
            done(read);
            done(client.counters().increment("k", 1).tracking(seen));
            assertThat(seen.get()).isEqualTo(7);
            done(read);
            assertThat(seen.get()).isEqualTo(9);
            assertThat(client.counters().increment("k", 1).tracking(seen).send())
                    .as("a rejection at offset 8")
                    .isInstanceOf(Refused.class);
            done(client.reads().local().minOffset(1).tracking(seen).counterIfChanged("k", 3));
            done(client.reads().local().minOffset(10).tracking(seen).counter("k"));
            assertThat(gateway.got().stream()
                            .map(got -> got.headers().getOrDefault("hotlane-min-offset", "none"))
                            .toList())
                    .containsExactly("0", "none", "7", "none", "9", "12");
        }
    }
}
