package dev.hotlane.jmh.lane.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.lane.observe.Observer.Seen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench measures and checks itself: three seconds of each load, the figures do not matter. */
class ObserveBenchTest {
    @Test
    @Tag("it")
    void everyObserverGetsItsAnswersAndEveryUnitIsCounted() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        LaneJvms small = new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of());
        try (BenchLane lane = BenchLane.start(small, Form.NODE, Map.of())) {
            ObserveBench bench = new ObserveBench(
                    lane, ObserveSettings.QUICK, new PrintStream(output, true, StandardCharsets.UTF_8));
            assertThat(bench.run()).as(output.toString(StandardCharsets.UTF_8)).isTrue();
        }
        assertThat(output.toString(StandardCharsets.UTF_8))
                .contains("| alone |")
                .containsPattern("[1-9] pages of metrics")
                .containsPattern("[2-9] figures of the page")
                .contains("MySQL equals the log");
    }

    @Test
    void anObserverThatSawTooLittleSaysSo() {
        assertThat(new Seen("pages", 2, 2, null)).hasToString("2 pages").matches(Seen::isEnough);
        assertThat(new Seen("pages", 1, 2, null))
                .hasToString("1 pages, at least 2 expected")
                .matches(seen -> !seen.isEnough());
        assertThat(new Seen("pages", 2, 2, "one answered 500"))
                .hasToString("2 pages; one answered 500")
                .matches(Seen::isEnough);
    }
}
