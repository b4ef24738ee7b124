package dev.hotlane.jmh.lane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a bench prints. */
class BenchReportTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    private String text() {
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void aLineOfOneLaneOfSeveralBeginsWithItsName() {
        new BenchReport(out).say("%,d sales, %.1f ms", 1_000, 2.5);
        new BenchReport(out, "tls").say("%,d sales", 1_000);
        assertThat(text()).isEqualTo("  1,000 sales, 2.5 ms\n  tls: 1,000 sales\n");
    }

    @Test
    void aTableHasABlankLineBeforeAndAfterIt() {
        new BenchReport(out).table("| a |\n|---|\n| 1 |\n");
        assertThat(text()).isEqualTo("\n| a |\n|---|\n| 1 |\n\n");
    }

    @Test
    void aRunIsGoodWithoutFaultsOnly() {
        assertThat(new BenchReport(out).end(List.of())).isTrue();
        assertThat(text()).isEmpty();
        assertThat(new BenchReport(out).end(List.of("one", "two"))).isFalse();
        assertThat(text()).isEqualTo("  WRONG: one\n  WRONG: two\n");
    }
}
