package dev.hotlane.proof.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.proof.faults.scene.FaultRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTest {
    @Test
    void namesRowsOneByOneAndInRuns() {
        assertThat(ids(Matrix.named("F01,f05-F07"))).containsExactly("F01", "F05", "F06", "F07");
    }

    @Test
    void namesRowsOnNodesByTheirLetter() {
        assertThat(ids(Matrix.named("f01n,F06N-F08N"))).containsExactly("F01N", "F06N", "F07N", "F08N");
        assertThat(Matrix.named("F03N"))
                .singleElement()
                .satisfies(row -> assertThat(row.plan().nodes()).isTrue());
    }

    @Test
    void refusesWhatNamesNoRow() {
        assertThatThrownBy(() -> Matrix.named("F99"))
                .hasMessageContaining("F99")
                .hasMessageContaining("F01");
    }

    @Test
    void hasEachRowOnce() {
        assertThat(ids(Matrix.all())).doesNotHaveDuplicates().isSorted();
        assertThat(Matrix.all()).containsAll(Matrix.brief());
    }

    private static List<String> ids(List<FaultRow> rows) {
        return rows.stream().map(FaultRow::id).toList();
    }
}
