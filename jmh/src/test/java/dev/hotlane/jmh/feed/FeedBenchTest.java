package dev.hotlane.jmh.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.LaneJvms;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench of the feed measures and checks itself: half a second of each load, the figures do not matter. */
@Tag("it")
class FeedBenchTest {
    @Test
    void theTopicOfCountersEqualsMySqlBehindEveryLoad() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        LaneJvms small = new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of());
        boolean good =
                FeedBench.run(small, FeedBenchSettings.QUICK, new PrintStream(output, true, StandardCharsets.UTF_8));
        String text = output.toString(StandardCharsets.UTF_8);
        assertThat(good).as(text).isTrue();
        assertThat(text)
                .contains("| feed of everything |")
                .contains("delivered by read_committed")
                .contains("catch-up: 2,000 commands");
    }
}
