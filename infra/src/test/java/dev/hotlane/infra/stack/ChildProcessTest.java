package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
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

    /** With more threads than cores, the thread that gets the signal waits for a core while others run. */
    @Test
    void noThreadRunsWhenSuspendReturns() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        ChildProcess child = ChildProcess.start(
                "spinner", directory, List.of(java, "-cp", classes, Spinner.class.getName(), directory.toString()));
        try {
            child.awaitReady(() -> child.tail().contains(Spinner.READY), Duration.ofSeconds(60));
            for (int i = 0; i < 50; i++) {
                child.suspend();
                assertThat(ProcThreads.allStopped(child.pid())).isTrue();
                child.resume();
            }
        } finally {
            child.kill9();
        }
    }

    private ChildProcess ended() {
        ChildProcess child = ChildProcess.start("sleeper", directory, List.of("sleep", "600"));
        child.kill9();
        return child;
    }
}
