package dev.hotlane.jmh.feed.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Programs;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.protocol.planted.CommitShare;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The feed beside its rivals measures and counts: the figures do not matter. A third of the commits run it. */
@Tag("it")
class FeedRivalsTest {
    private static final Map<String, String> ROWS =
            Map.of("etcd", "| etcd, watch", "nats-server", "| NATS, watch", "redis-server", "| Redis, publish");

    static List<String> plans() {
        return CommitShare.of(List.of("the feed beside its rivals"));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("plans")
    void theFeedLosesNothingAndEachRivalIsMeasuredOrNamed(String plan) throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        LaneJvms small = new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of());
        boolean good = FeedRivals.run(small, RivalPlan.QUICK, new PrintStream(output, true, StandardCharsets.UTF_8));
        String text = output.toString(StandardCharsets.UTF_8);
        assertThat(good).as(text).isTrue();
        assertThat(text).contains("| Hotlane, `GET /v1/changes` |").contains("| Kafka Streams, exactly once");
        ROWS.forEach((program, row) -> assertThat(text)
                .contains(
                        Programs.find(program).isPresent()
                                ? row
                                : "not measured: there is no " + program + " on the PATH"));
    }
}
