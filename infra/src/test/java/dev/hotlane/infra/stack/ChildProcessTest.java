package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals to a process that is on its way out. */
class ChildProcessTest {
    @TempDir
    private Path directory;

    @Test
    void resumesNothingWhenTheProcessHasEnded() {
        ChildProcess child = ended();

        assertThatCode(child::resume).doesNotThrowAnyException();
    }

    @Test
    void tellsThatAnEndedProcessCannotBeFrozen() {
        ChildProcess child = ended();

        assertThatThrownBy(child::suspend)
                .isInstanceOf(StackException.class)
                .hasMessageContaining("SIGSTOP could not be sent to the sleeper process");
    }

    private ChildProcess ended() {
        ChildProcess child = ChildProcess.start("sleeper", directory, List.of("sleep", "600"));
        child.kill9();
        return child;
    }
}
