package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {

    @TempDir
    Path cache;

    @Test
    void makesADirectoryOnceForAllThatWantIt() {
        AtomicInteger made = new AtomicInteger();
        Path wanted = cache.resolve("thing");

        IntStream.range(0, 8)
                .parallel()
                .forEach(i -> Trees.makeOnce(wanted, partial -> {
                    made.incrementAndGet();
                    write(partial.resolve("file"), "whole");
                }));

        assertThat(made).hasValue(1);
        assertThat(wanted.resolve("file")).hasContent("whole");
    }

    @Test
    void leavesNothingUnderTheNameWhenTheMakerFails() {
        Path wanted = cache.resolve("thing");
        Consumer<Path> failing = partial -> {
            write(partial.resolve("file"), "half");
            throw new UncheckedIOException(new IOException("disk full"));
        };

        assertThatThrownBy(() -> Trees.makeOnce(wanted, failing))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("disk full");
        assertThat(wanted).doesNotExist();

        Trees.makeOnce(wanted, partial -> write(partial.resolve("other"), "whole"));
        assertThat(wanted).isDirectoryContaining("glob:**/other").isDirectoryNotContaining("glob:**/file");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
