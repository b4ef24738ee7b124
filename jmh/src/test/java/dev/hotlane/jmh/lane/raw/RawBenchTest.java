package dev.hotlane.jmh.lane.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.LaneJvms;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The raw load measures, and sees a total that is wrong: half a second of it, the figures do not matter. */
@Tag("it")
class RawBenchTest {
    @Test
    void checksEachReplyAndSeesAUnitThatNoReplyAcknowledged() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        LaneJvms small = new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of());
        RawBenchSettings settings =
                new RawBenchSettings(3, 2, 500, Duration.ZERO, Duration.ofMillis(300), 2, Map.of("linger.ms", "1"));
        try (BenchLane lane = BenchLane.start(small, Form.BARE, Map.of())) {
            RawBench bench = new RawBench(lane, settings, new PrintStream(output, true, StandardCharsets.UTF_8));
            assertThat(bench.run()).as(output.toString(StandardCharsets.UTF_8)).isTrue();
            assertThat(output.toString(StandardCharsets.UTF_8))
                    .contains("MySQL equals the log")
                    .contains("processor")
                    .containsPattern(" state +0\\.\\d+ cores")
                    .contains("median: ");
            assertThat(bench.median()).isPositive();

            lane.fill(1, 1);
            assertThat(bench.check()).singleElement().asString().contains("units counted");
        }
    }
}
