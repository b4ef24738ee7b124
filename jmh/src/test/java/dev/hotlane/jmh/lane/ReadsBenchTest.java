package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.reads.ReadsBench;
import dev.hotlane.jmh.reads.ReadsSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every section runs, and finds each answer right: an instant of each, the figures do not matter. */
@Tag("it")
class ReadsBenchTest {
    @Test
    void everySectionRunsAndChecks() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
        boolean good = new ReadsBench(ReadsSettings.QUICK, out).run(ReadsBench.sections());
        String text = output.toString(StandardCharsets.UTF_8);
        assertThat(good).as(text).isTrue();
        assertThat(text).contains("local GET : bare GET", "Kafka Streams", "etcd", "sales/s with the view");
    }
}
