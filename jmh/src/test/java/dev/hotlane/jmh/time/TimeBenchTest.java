package dev.hotlane.jmh.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench of the past measures and checks itself, on a short log: the figures do not matter. */
@Tag("it")
class TimeBenchTest {
    @Test
    void allAnswersAgree() throws Exception {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        boolean good;
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
            good = new TimeBench(stack, TimeBenchSettings.QUICK, out).run();
        }
        String text = output.toString(StandardCharsets.UTF_8);
        assertThat(good).as(text).isTrue();
        assertThat(text).contains("what-if : at", "at with that ladder", "history of a counter", "rows/s", "MariaDB");
    }
}
