package dev.hotlane.gateway.http.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.http.batch.LineSplitter.Found;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
    private static final int LENGTH_MAX = 20;
    private static final String OVERLONG = "<overlong>";

    @Test
    void cutsAtNewlinesAndTakesALastLineWithoutOne() {
        assertThat(split("a\nb\r\nc")).containsExactly("a", "b\r", "c");
        assertThat(split("a\n")).containsExactly("a");
        assertThat(split("")).isEmpty();
    }

    @Test
    void passesOverBlankLines() {
        assertThat(split("\n\r\n  \na\n\t\n\n b \n ")).containsExactly("a", " b ");
    }

    @Test
    void tellsAnOverlongLineOnceAndGoesOnBehindIt() {
        String most = "m".repeat(LENGTH_MAX);
        assertThat(split("a\n" + most + "\nb")).containsExactly("a", most, "b");
        assertThat(split("a\n" + most + "m\nb")).containsExactly("a", OVERLONG, "b");
        assertThat(split("a\n" + most.repeat(9))).containsExactly("a", OVERLONG);
        assertThat(split(most.repeat(9), "\nb\n")).containsExactly(OVERLONG, "b");
    }

    @Test
    void numbersLinesAsAnEditorDoes() {
        LineSplitter lines = new LineSplitter(LENGTH_MAX);
        lines.append(Buffer.buffer("\na\n\n  \nb\n" + "m".repeat(LENGTH_MAX + 1)));
        assertThat(number(lines, Found.LINE)).isEqualTo(2);
        assertThat(number(lines, Found.LINE)).isEqualTo(5);
        assertThat(number(lines, Found.OVERLONG)).isEqualTo(6);
        lines.append(Buffer.buffer("m\n" + "m".repeat(LENGTH_MAX + 1) + "\nc"));
        lines.end();
        assertThat(number(lines, Found.OVERLONG)).isEqualTo(7);
        assertThat(number(lines, Found.LINE)).isEqualTo(8);
    }

    private static int number(LineSplitter lines, Found expected) {
        assertThat(lines.next()).isEqualTo(expected);
        return lines.number();
    }

    @Test
    void tellsALineOnlyOnceItIsWhole() {
        LineSplitter lines = new LineSplitter(LENGTH_MAX);
        lines.append(Buffer.buffer("ab"));
        assertThat(lines.next()).isEqualTo(Found.NOTHING);
        lines.append(Buffer.buffer("c\nd"));
        assertThat(lines.next()).isEqualTo(Found.LINE);
        assertThat(line(lines)).isEqualTo("abc");
        assertThat(lines.next()).isEqualTo(Found.NOTHING);
        lines.end();
        assertThat(lines.next()).isEqualTo(Found.LINE);
        assertThat(lines.next()).isEqualTo(Found.END);
        assertThat(lines.next()).isEqualTo(Found.END);
    }

    /** Goal: the chunks that a text comes in do not matter. Method: random text in random chunks. */
    @Test
    void findsTheSameLinesInAnyChunks() {
        Random random = Seed.random();
        for (int i = 0; i < 5_000; i++) {
            String text = random.ints(random.nextInt(200), 0, 12)
                    .mapToObj(each -> each < 2 ? "\n" : each == 2 ? " " : "x")
                    .collect(Collectors.joining());
            List<String> chunks = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int length = Math.min(1 + random.nextInt(40), text.length() - at);
                chunks.add(text.substring(at, at + length));
                at += length;
            }
            List<String> expected = Arrays.stream(text.split("\n"))
                    .filter(line -> !line.isBlank() || line.length() > LENGTH_MAX)
                    .map(line -> line.length() > LENGTH_MAX ? OVERLONG : line)
                    .toList();
            assertThat(split(chunks.toArray(String[]::new))).as(text).isEqualTo(expected);
        }
    }

    private static List<String> split(String... chunks) {
        LineSplitter lines = new LineSplitter(LENGTH_MAX);
        List<String> found = new ArrayList<>();
        for (String chunk : chunks) {
            lines.append(Buffer.buffer(chunk));
            assertThat(drain(lines, found)).isEqualTo(Found.NOTHING);
        }
        lines.end();
        assertThat(drain(lines, found)).isEqualTo(Found.END);
        return found;
    }

    private static Found drain(LineSplitter lines, List<String> into) {
        while (true) {
            Found found = lines.next();
            if (found == Found.NOTHING || found == Found.END) {
                return found;
            }
            into.add(found == Found.LINE ? line(lines) : OVERLONG);
        }
    }

    private static String line(LineSplitter lines) {
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
    }
}
