package dev.hotlane.proof.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.lane.FaultyBuild;
import dev.hotlane.protocol.planted.CommitShare;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows of `hotlane faults --short`, on real processes: four in each run, and an eighth of the others for each commit, see
 * {@link CommitShare}.
 */
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShortMatrixTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    /** Kills, a frozen leader, a dead gateway, a broker away. */
    private static final Set<String> ALWAYS = Set.of("F01N", "F03N", "F07", "F10");

    private static final int PARTS = 8;

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

    /** The second half of the row finds it on any machine; the first needs a crowd that calls faster than its rate. */
    @Test
    void payersForWhomNoPlacesAreKeptAreSeen() {
        Path classes = FaultyBuild.keepingNoPlaces(directory);
        FaultRow row = Matrix.named("F66").get(0);
        RowResult result =
                matrix.run(row.prepared(on -> on.gateways().forEach(gateway -> on.classes(gateway, classes))));
        System.out.println(result.line());
        assertThat(result.findings().faults())
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(fault).contains("payer", "was answered 429"));
    }

    static List<FaultRow> rows() {
        List<FaultRow> rows = new ArrayList<>(Matrix.brief());
        List<FaultRow> others =
                rows.stream().filter(row -> !ALWAYS.contains(row.id())).toList();
        rows.removeAll(others);
        rows.addAll(CommitShare.of(others, PARTS));
        return rows;
    }
}
