package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The last step of an upgrade: another formatVersion, which a build of today does not read. */
@Tag("it")
@ExtendWith(RealStack.class)
class FormatSwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int NEXT = Rules.KNOWN_FORMAT_MAX + 1;

    @TempDir
    private Path directory;

    private int commands;

    @Test
    void waitsUntilEveryProcessorReadsIt(Lane lane) {
        Path next = FaultyBuild.readingOneMoreFormat(directory);
        try (WholeLane on = new WholeLane(lane)) {
            ProcessorChild first = on.processor.start().awaitLeading();
            ProcessorChild second = on.place("second").with(next).start();
            second.awaitFollowing();
            String[] set = {
                "rules",
                "set",
                "formatVersion=" + NEXT,
                "--yes",
                "--processors=http://127.0.0.1:" + second.httpPort() + ",http://127.0.0.1:" + first.httpPort()
            };
            ChildProcess refused = ended(lane, next, set);
            assertThat(refused.tail())
                    .contains(first.httpPort() + " reads formats up to " + Rules.KNOWN_FORMAT_MAX + ", not " + NEXT
                            + ": upgrade it first.");
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(ended(lane, next, "rules", "show").tail()).contains("formatVersion=" + Rules.KNOWN_FORMAT_MAX);

            assertThat(first.stop()).isZero();
            second.awaitLeading();
            first.with(next).start().awaitFollowing();
            ChildProcess accepted = ended(lane, next, set);
            assertThat(accepted.exitCode()).as(accepted.tail()).isZero();
            assertThat(ended(lane, next, "rules", "show").tail()).contains("formatVersion=" + NEXT);
            first.awaitTicks();
            second.awaitTicks();

            first.stop();
            assertThat(first.with(null).start().awaitExit()).isEqualTo(ExitCode.UNKNOWN_RULES.number());
        }
    }

    /** Runs a command of that build to its end. */
    private ChildProcess ended(Lane lane, Path build, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--lane=" + lane.name());
        words.add("--kafka-bootstrap-servers=" + lane.stack().bootstrapServers());
        ChildProcess process =
                Jvm.hotlane().words(words).flags(Jvm.SMALL).classesFirst(build).start("rules-" + commands++, directory);
        assertThat(process.awaitExit(PATIENCE)).as(process::tail).isTrue();
        return process;
    }
}
