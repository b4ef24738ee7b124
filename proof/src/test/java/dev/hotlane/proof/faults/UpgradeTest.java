package dev.hotlane.proof.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.faults.base.LaneBuild;
import dev.hotlane.proof.faults.rows.UpgradeRows;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.lane.FaultyBuild;
import dev.hotlane.protocol.planted.CommitShare;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Row F67 with the rounds of `--short`; both tests share one build of the base. A sixth of the commits run each. */
@Tag("it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpgradeTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    private static final int PARTS = 6;

    private MatrixRun matrix;

    @BeforeAll
    void begin() {
        matrix = new MatrixRun(Long.getLong("seed", 1), true, directory, System.out);
    }

    @AfterAll
    void end() {
        matrix.close();
    }

    static List<FaultRow> rows() {
        return CommitShare.of(Matrix.named("F67"), PARTS);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("rows")
    void theBaseAndThisBuildServeOneLaneInTurns(FaultRow row) {
        assertThat(run(row).findings().faults()).isEmpty();
    }

    static List<String> faults() {
        return CommitShare.of(List.of("refuses the last one"), PARTS);
    }

    /** Whichever build follows when the other one sells the last unit ends: the base below this one, or this one below the base. */
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("faults")
    void aBuildThatDecidesDifferentlyIsStoppedByTheDigest(String fault) {
        Path classes = FaultyBuild.refusingTheLastOne(directory);
        RowResult result = run(UpgradeRows.to(LaneBuild.THIS.behind(classes)));
        assertThat(result.findings().faults())
                .singleElement()
                .asString()
                .contains("the digests of both builds differ", "ended with 32");
    }

    private RowResult run(FaultRow row) {
        RowResult result = matrix.run(row);
        System.out.println(result.line());
        return result;
    }
}
