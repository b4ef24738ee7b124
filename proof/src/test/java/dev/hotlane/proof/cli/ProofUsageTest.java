package dev.hotlane.proof.cli;

import dev.hotlane.infra.cli.UsageRefusals;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options by which a run would prove nothing are rejected. */
class ProofUsageTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    simulate --seeds 0                   | --seeds must be at least 1, found 0.
                    simulate --seeds -1                  | --seeds must be at least 1, found -1.
                    simulate --threads 0                 | --threads must be 1..1024, found 0.
                    simulate --from 9223372036854775807  | --from must be so small that all --seeds fit
                    simulate --seed 9223372036854775807  | --seed must be below
                    simulate --commit no..such           | --commit must be a commit that git knows in this directory
                    simulate --commit HEAD --from 5      | --commit must be without --from and without --seed
                    faults --soak -5m                    | --soak must be a time above 0
                    """)
    void whatCanNotWorkIsRefused(String line, String message) {
        new UsageRefusals(directory, directory.resolve("unused")).assertRefused(Map.of(), line, message);
    }
}
