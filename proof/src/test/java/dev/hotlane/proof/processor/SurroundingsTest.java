package dev.hotlane.proof.processor;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.watch.Retention;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A processor refuses to start with a taken port, a full disk, or a MySQL that may lose commits. */
@Tag("it")
class SurroundingsTest extends OnALane {
    SurroundingsTest(Lane lane) {
        super(lane);
    }

    @Test
    void commitsThatPowerLossUndoesWhileTheLogIsDeleted() throws Exception {
        on.served(5);
        on.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        try {
            ProcessorSettings deleting = on.settings().withRetention(new Retention(0, Duration.ofSeconds(30)));
            assertRefused(on.refused(deleting), ExitCode.UNSAFE_COMMITS, "is 2, expected 1", "--retention-margin -1");
            on.start().close();
        } finally {
            on.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void aDiskWithoutRoom() throws Exception {
        // Every write to that file fails, as on a full disk.
        Files.createSymbolicLink(directory.resolve(".room"), Path.of("/dev/full"));
        assertRefused(on.refused(), ExitCode.NO_ROOM, ".room", "Make room");
    }

    @Test
    void aPortThatIsTaken() {
        try (ProcessorLane.Started first = on.start()) {
            ProcessorSettings same =
                    on.settings(first.processor().httpPort(), Duration.ofSeconds(10), Duration.ofSeconds(60));
            assertRefused(on.refused(same), ExitCode.SURROUNDINGS, "port");
        }
    }
}
