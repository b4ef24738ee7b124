package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.cli.RecordJson;
import dev.hotlane.protocol.cli.ReplyJson;
import dev.hotlane.protocol.cli.ViewJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of format 1, for ever: what is on disk was written by some build and must be written and read alike by this
 * one. {@code -Dgolden.write=true} writes what is missing or differs; a file that changes is a change of format.
 */
class GoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/v1");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final long OFFSET = 7;
    private static final long TIMESTAMP = 1_700_000_000_456L;

    static Set<String> records() {
        return Samples.records().keySet();
    }

    static Set<String> replies() {
        return ReplySamples.records().keySet();
    }

    static Set<String> views() {
        return ViewSamples.records().keySet();
    }

    @ParameterizedTest
    @MethodSource("records")
    void writesAndReadsTheRecordsOfVersion1(String name) throws IOException {
        Samples.Sample sample = Samples.records().get(name);
        byte[] golden = golden(name + ".bin", sample.value());
        String line = new RecordJson().line(OFFSET, TIMESTAMP, sample.key(), golden);

        assertThat(sample.value()).isEqualTo(golden);
        assertThat(line).isEqualToIgnoringNewLines(text(name + ".json", line));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void writesAndReadsTheRepliesOfVersion1(String name) throws IOException {
        byte[] record = ReplySamples.records().get(name);
        byte[] golden = golden(name + ".bin", record);
        String lines = String.join("\n", new ReplyJson().lines(3, OFFSET, TIMESTAMP, golden));

        assertThat(record).isEqualTo(golden);
        assertThat(lines)
                .isEqualToNormalizingNewlines(text(name + ".json", lines).stripTrailing());
    }

    @ParameterizedTest
    @MethodSource("views")
    void writesAndReadsTheViewsOfVersion1(String name) throws IOException {
        byte[] record = ViewSamples.records().get(name);
        byte[] golden = golden(name + ".bin", record);
        String line = new ViewJson().line(OFFSET, TIMESTAMP, golden);

        assertThat(record).isEqualTo(golden);
        assertThat(line).isEqualToIgnoringNewLines(text(name + ".json", line));
    }

    @Test
    void everyGoldenFileBelongsToASample() throws IOException {
        Set<String> expected = new LinkedHashSet<>(Set.of("schema.xml"));
        Stream.of(records(), replies(), views()).flatMap(Set::stream).forEach(name -> {
            expected.add(name + ".bin");
            expected.add(name + ".json");
        });
        try (Stream<Path> files = Files.list(GOLDEN)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static byte[] golden(String name, byte[] now) throws IOException {
        Path file = GOLDEN.resolve(name);
        if (WRITE) {
            Files.write(file, now);
        }
        assertThat(file).as("golden file; -Dgolden.write=true writes it").exists();
        return Files.readAllBytes(file);
    }

    private static String text(String name, String now) throws IOException {
        return new String(golden(name, (now + "\n").getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
