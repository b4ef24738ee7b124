package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.proof.lane.FaultyBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A simulation in a JVM of its own: no failure, no lost seed and no early end of it may pass. */
@Tag("long")
class SimulationChildTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    @Test
    void triesTheSeedsThatItIsGiven() {
        Map<String, Long> figures =
                SimulationChild.of(directory, CommitSeeds.OF_NO_COMMIT, 3, 2).run(3, PATIENCE);
        assertThat(figures).containsEntry("seeds", 3L);

        SimTally here = new SimTally();
        SilentProduct silence = new SilentProduct();
        try {
            for (long seed = CommitSeeds.OF_NO_COMMIT; seed < CommitSeeds.OF_NO_COMMIT + 3; seed++) {
                assertThat(Shrinker.failureOf(Plan.of(seed), here)).isNull();
            }
        } finally {
            silence.end();
        }
        assertThat(figures).containsAllEntriesOf(here.lines());
    }

    @Test
    void aFaultOfTheProductFailsWithItsSeedAndWhatDiffered() {
        SimulationChild child = SimulationChild.of(directory, 1, 40, 2).with(FaultyBuild.refusingTheLastOne(directory));
        assertThatThrownBy(() -> child.run(40, PATIENCE))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("(?s)seed [0-9]+ breaks MODEL: offset [0-9]+ was answered\n.*expected\n.*")
                .hasMessageContaining("again with: ./hotlane simulate --seed ")
                .hasMessageContaining("shrunk to ")
                .hasMessageEndingWith("an invariant broke\n")
                .hasMessageNotContaining(" INFO ");
    }

    @Test
    void anEndBeforeTheFirstSeedFails() {
        SimulationChild child = SimulationChild.of(directory, 1, 5, 2).flags("--version");
        assertThatThrownBy(() -> child.run(5, PATIENCE))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("The simulation ended with exit code 0 after 0 of 5 seeds");
    }

    @Test
    void aHangFailsWithTheSeedsUnderWay() {
        SimulationChild child = SimulationChild.of(directory, 1, 1_000_000_000, 2);
        assertThatThrownBy(() -> child.run(1_000_000_000, Duration.ofSeconds(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("The simulation of 1000000000 seeds was not done after 5 s.")
                .hasMessageContaining("\n\"simulation-")
                .hasMessageContaining("Campaign.work");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0   | 4,999  seeds;every invariant held               | exit code 0 after 4999 of 5000 seeds
            0   | 5,001  seeds;every invariant held               | exit code 0 after 5001 of 5000 seeds
            0   | 5,000  seeds                                    | exit code 0 after 5000 of 5000 seeds
            0   | every invariant held                            | exit code 0 after 0 of 5000 seeds
            1   | 5,000  seeds;every invariant held               | exit code 1 after 5000 of 5000 seeds
            1   | no such thread                                  | exit code 1 after 0 of 5000 seeds
            3   | Terminating due to java.lang.OutOfMemoryError   | exit code 3 after 0 of 5000 seeds
            1   | 100  seeds;seed -7 breaks I3: it differs;rest   | seed -7 breaks I3: it differs
            """)
    void whatIsNoWholeRunFails(int exitCode, String printed, String message) {
        assertThatThrownBy(() -> SimulationChild.figures(exitCode, printed.replace(';', '\n'), 5_000))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message);
    }

    @Test
    void figuresAreReadByTheirNames() {
        assertThat(SimulationChild.figures(
                        0,
                        "         5,000  seeds\n             7  answers OK\n"
                                + "            80  seeds/s on 2 threads, 62.0 s\nevery invariant held\n",
                        5_000))
                .containsEntry("seeds", 5_000L)
                .containsEntry("answers OK", 7L);
    }
}
