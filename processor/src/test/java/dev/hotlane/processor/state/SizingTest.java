package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of docs/operating.md, "Sizing", are within a tenth of what a call and what the heap's items really take. */
class SizingTest {
    private static final Path PAGE = Path.of("../docs/operating.md");
    private static final Pattern ITEM = Pattern.compile("(?m)^item (.+) = (\\d+)$");
    private static final Pattern WHOLE = Pattern.compile("live (\\d+) used (\\d+) holds (\\d+)");
    private static final int TENTH = 10;

    private final String page = Files.readString(PAGE);

    SizingTest() throws Exception {}

    @Test
    void bytesOfEachCallAreAsPublished() throws Exception {
        Map<String, Sizes.Bytes> calls = Sizes.ofCalls();
        calls.forEach((name, is) ->
                System.out.printf("| %s | %,d | %,d | %,d |%n", name, is.log(), is.reply(), is.windowEntry()));

        calls.forEach((name, is) -> agree(name, is.log(), is.reply(), is.windowEntry()));
    }

    @Test
    void aDayOfTicksIsAsPublished() {
        long batchOverhead = 61;
        long bytes = 864_000 * (Sizes.tickBytes() + batchOverhead);
        System.out.printf("TICK %d bytes, a day %,d%n", Sizes.tickBytes() + batchOverhead, bytes);

        agree("TICK, alone in its batch", Sizes.tickBytes() + batchOverhead);
        agree("TICKs of a day, 864,000, in MB", bytes / 1_000_000);
    }

    /**
     * G1 gives an array of more than half a region whole regions of its own, and what it leaves of the last one serves
     * nothing; a heap of less than 4 GB has regions of 1 MB.
     */
    @Test
    void heapOfEachItemIsAsPublishedAndNoPageIsTooLargeForARegion() throws Exception {
        String printed = child();
        Map<String, Long> items = new LinkedHashMap<>();
        Matcher item = ITEM.matcher(printed);
        while (item.find()) {
            items.put(item.group(1), Long.parseLong(item.group(2)));
        }
        assertThat(items).as(printed).hasSize(5);
        System.out.println(printed);
        Matcher whole = WHOLE.matcher(printed);
        assertThat(whole.find()).as(printed).isTrue();

        assertThat(Long.parseLong(whole.group(2)))
                .as("bytes of heap in use beside %s of live objects", whole.group(1))
                .isLessThan(Long.parseLong(whole.group(1)) * 11 / 10);
        items.forEach((name, bytes) -> agree(name, bytes));
    }

    private static String child() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // The second one is of Java 24 and later, which warn of Agrona.
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseG1GC",
                        "-XX:G1HeapRegionSize=1m",
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapFigures.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(printed).isZero();
        return printed;
    }

    /** The row of that name has these figures, or figures within a tenth of them; "-" is none. */
    private void agree(String name, long... figures) {
        int row = page.indexOf("\n| " + name + " |");
        assertThat(row).as("row %s", name).isNotNegative();
        String line = page.substring(row + 1, page.indexOf('\n', row + 1));
        List<Long> published = new ArrayList<>();
        for (String cell : line.substring(("| " + name + " |").length()).split("\\|")) {
            published.add(
                    cell.strip().equals("-") ? 0 : Long.parseLong(cell.strip().replace(",", "")));
        }
        assertThat(published).as(line).hasSize(figures.length);
        for (int i = 0; i < figures.length; i++) {
            assertThat(published.get(i)).as(line).isCloseTo(figures[i], withinPercentage(TENTH));
        }
    }
}
