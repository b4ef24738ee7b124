package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.HttpBench;
import dev.hotlane.jmh.lane.http.HttpBenchSettings;
import dev.hotlane.jmh.lane.http.HttpBenchSettings.Shape;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.jmh.lane.http.LatencyPicture;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The measurements measure, and see what is wrong: a second of each, the figures do not matter. */
@Tag("it")
class HttpBenchTest {
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void balancesItsBooksAndSeesAUnitTooMany() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (BenchLane lane =
                BenchLane.start(new LaneJvms(SMALL, List.of(), List.of(), List.of()), Form.NODE, Map.of())) {
            HttpBench bench = new HttpBench(lane, settings(), new PrintStream(output, true, StandardCharsets.UTF_8));
            assertThat(bench.run()).as(output.toString(StandardCharsets.UTF_8)).isTrue();
            assertThat(output.toString(StandardCharsets.UTF_8))
                    .contains("MySQL equals the log")
                    .contains("| closed loop |")
                    .contains("| 200/s offered |");
            assertThat(LatencyPicture.of(bench.measured())).contains("200/s");

            LaneLoad other = new LaneLoad(lane);
            other.filled(bench.units());
            other.stockUp();
            other.run(Work.reservations("r", 600_000), brief(lane, 4));
            other.run(Work.batches("b", 1, 10), brief(lane, 2));
            assertThat(other.check()).isEmpty();
            lane.fill(1, 1);
            assertThat(other.check()).singleElement().asString().contains("units counted");
        }
    }

    private static LoadSettings brief(BenchLane lane, int connections) {
        return LoadSettings.closed(lane.port(), connections, SHORT, (n, out) -> {});
    }

    private static HttpBenchSettings settings() {
        return new HttpBenchSettings(
                Shape.ADD, 10, 2, 1, 8, List.of("200"), false, true, false, Duration.ZERO, SHORT, 1);
    }
}
