package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The state's pages fit the heap of the JVM's default collector. G1 gives an array of more than half a region whole regions
 * of its own, and what it leaves of the last one serves nothing; a heap of less than 4 GB has regions of 1 MB.
 */
class RegionsTest {
    private static final Pattern FIGURES = Pattern.compile("live (\\d+) used (\\d+) holds (\\d+)");

    @Test
    void aStateOf5500LargeHoldsNeedsNoMoreHeapThanItsObjects() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseG1GC",
                        "-XX:G1HeapRegionSize=1m",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapInRegions.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(printed).isZero();
        Matcher figures = FIGURES.matcher(printed);
        assertThat(figures.find()).as(printed).isTrue();
        System.out.println("heap of 5,500 holds of 64 lines under G1, regions of 1 MB: " + figures.group());

        assertThat(figures.group(3)).isEqualTo("5500");
        assertThat(Long.parseLong(figures.group(2)))
                .as("bytes of heap in use beside %s of live objects", figures.group(1))
                .isLessThan(Long.parseLong(figures.group(1)) * 11 / 10);
    }
}
