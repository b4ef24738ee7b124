package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Base of processor tests: each test has a lane of its own on the real stack, without a process. */
@ExtendWith(RealStack.class)
abstract class OnALane {
    final Lane lane;
    ProcessorLane on;

    @TempDir
    Path directory;

    OnALane(Lane lane) {
        this.lane = lane;
    }

    @BeforeEach
    void createLane() throws Exception {
        on = ProcessorLane.create(lane, directory);
    }

    @AfterEach
    void closeLane() {
        on.close();
    }

    static void assertRefused(HaltReason refusal, ExitCode code, String... words) {
        assertThat(refusal).isNotNull();
        assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
        assertThat(refusal).hasMessageContainingAll(words);
    }
}
