package dev.hotlane.proof.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.lane.FaultyBuild;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of `hotlane faults --short`, on real processes. */
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShortMatrixTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    private final long seed = Long.getLong("seed", 1);
    private MatrixRun matrix;

    @BeforeAll
    void begin() {
        System.out.println("Fault matrix with -Dseed=" + seed);
        matrix = new MatrixRun(seed, true, directory, System.out);
    }

    @AfterAll
    void end() {
        matrix.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void nothingIsLostAndNothingDoneTwice(FaultRow row) {
        RowResult result = matrix.run(row);
        System.out.println(result.line());
        assertThat(result.findings().faults()).as(row.id() + " " + row.fault()).isEmpty();
    }

    @Test
    void payersForWhomNoPlacesAreKeptAreSeen() {
        Path classes = FaultyBuild.keepingNoPlaces(directory);
        FaultRow row = Matrix.named("F66").get(0);
        RowResult result =
                matrix.run(row.prepared(on -> on.gateways().forEach(gateway -> on.classes(gateway, classes))));
        assertThat(result.findings().faults())
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault).contains("payer", "was answered 429"));
    }

    static List<FaultRow> rows() {
        return Matrix.brief();
    }
}
