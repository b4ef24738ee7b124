package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class SharedLibraryTest {

    @TempDir
    Path directory;

    @Test
    void isLoadedByTheSystem() throws IOException {
        Path aio = Files.write(directory.resolve("libaio.so.1"), SharedLibrary.libaio());
        Path numa = Files.write(directory.resolve("libnuma.so.1"), SharedLibrary.libnuma());

        assertThatCode(() -> System.load(aio.toString())).doesNotThrowAnyException();
        assertThatCode(() -> System.load(numa.toString())).doesNotThrowAnyException();
    }
}
