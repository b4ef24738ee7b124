package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.proof.history.check.CheckReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The recorded answers fit the log and MySQL, also when commands leave the window while they are retried. */
@Tag("it")
@ExtendWith(RealStack.class)
class RecordedRunTest {
    private static final int ANSWERS = Integer.getInteger("answers", 2_500);

    /** Small enough that commands leave the window, and ids expire, within the run. */
    private static final int WINDOW_SIZE = 800;

    @TempDir
    Path directory;

    private final WholeLane on;

    RecordedRunTest(Lane lane) {
        on = WholeLane.withView(lane, WholeLane.rules(WINDOW_SIZE, Duration.ofMinutes(10)));
    }

    @Test
    void fitsTheModelTheLogAndMySqlThroughAKill() throws IOException, InterruptedException {
        try (on) {
            long seed = Seeds.next();
            CheckReport report = Recording.ofKill(on, WorkloadSettings.of("w", seed), ANSWERS, directory)
                    .check();
            System.out.println(report.summary());
            assertThat(report.details()).isEmpty();
            assertThat(report.fromView()).as("local reads from a view").isPositive();
            assertThat(report.unknown()).as("attempts that ended unknown").isPositive();
        }
    }

    /** What a node answers in memory is in no reply topic; log and tables must explain it all the same. */
    @Test
    void fitsThemOnNodesThroughAKillOfEach() throws IOException, InterruptedException {
        try (on) {
            long seed = Seeds.next();
            CheckReport report = Recording.ofNodeKills(on, WorkloadSettings.of("n", seed), ANSWERS, directory)
                    .check();
            System.out.println(report.summary());
            assertThat(report.details()).isEmpty();
            assertThat(report.fromView()).as("local reads from a view").isPositive();
            assertThat(report.lost() + report.duplicates() + report.oversold()).isZero();
            assertThat(report.unknown()).as("attempts that ended unknown").isPositive();
        }
    }
}
