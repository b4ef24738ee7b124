package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("it")
class PidFileTest {

    @TempDir
    Path directory;

    private Process process;
    private PidFile file;

    @BeforeEach
    void startProcess() throws IOException {
        process = new ProcessBuilder("sh", "-c", "while :; do sleep 1; done", directory.toString()).start();
        file = new PidFile(directory.resolve("it.pid"));
        file.write(process.toHandle());
    }

    @AfterEach
    void endProcess() {
        process.destroyForcibly();
    }

    @Test
    void endsALeftoverAndForgetsIt() {
        assertThat(file.endLeftover(directory)).contains(process.pid());
        assertThat(process.isAlive()).isFalse();
        assertThat(directory.resolve("it.pid")).doesNotExist();
    }

    @Test
    void endsALeftoverThatIsSuspended() throws Exception {
        new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid()).start().waitFor();

        assertThat(file.endLeftover(directory)).contains(process.pid());
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void sparesAProcessThatGotARecycledId() throws IOException {
        long earlier = started().minusSeconds(60).toEpochMilli();
        Files.writeString(directory.resolve("it.pid"), process.pid() + " " + earlier);

        assertThat(file.endLeftover(directory)).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void sparesAProcessOfAnotherDirectory() {
        assertThat(file.endLeftover(directory.resolveSibling("other"))).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void takesAHalfWrittenFileForNone() throws IOException {
        Files.writeString(directory.resolve("it.pid"), "12");

        assertThat(file.endLeftover(directory)).isEmpty();
    }

    private Instant started() {
        return process.info().startInstant().orElseThrow();
    }
}
