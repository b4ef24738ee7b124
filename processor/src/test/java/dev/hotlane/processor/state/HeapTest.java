package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeapTest {
    private record Row(int place, long due, long tie) {}

    private static final Comparator<Row> ORDER = Comparator.comparingLong(Row::due)
            .thenComparing(Row::tie, Long::compareUnsigned)
            .thenComparing(Row::place);

    /** Rows know their positions, as the heap told them. */
    private static final class KnownHeap extends Heap {
        private final Map<Integer, Integer> positions = new HashMap<>();

        @Override
        protected boolean precedes(int place, int other) {
            return place < other;
        }

        @Override
        protected void moved(int place, int position) {
            positions.put(place, position);
        }
    }

    @Test
    void givesRowsInOrderWhateverIsAddedMovedAndTakenOut() {
        SplittableRandom random = Seed.random(HeapTest.class);
        KnownHeap heap = new KnownHeap();
        List<Row> rows = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int how = random.nextInt(10);
            if (how < 5 || rows.isEmpty()) {
                Row row = new Row(step, random.nextInt(50), random.nextInt(-2, 3));
                rows.add(row);
                heap.add(row.place(), row.due(), row.tie());
            } else if (how < 7) {
                heap.remove(heap.positions.get(
                        rows.remove(random.nextInt(rows.size())).place()));
            } else if (how < 9) {
                Row old = rows.remove(random.nextInt(rows.size()));
                Row moved = new Row(old.place(), random.nextInt(50), old.tie());
                rows.add(moved);
                heap.change(heap.positions.get(old.place()), moved.due());
            } else {
                Row first = rows.stream().min(ORDER).orElseThrow();
                assertThat(heap.first()).isEqualTo(first.place());
                assertThat(heap.firstDue()).isEqualTo(first.due());
                heap.remove(heap.positions.get(first.place()));
                rows.remove(first);
            }
            assertThat(heap.size()).isEqualTo(rows.size());
        }
        rows.sort(ORDER);
        for (Row row : rows) {
            assertThat(heap.first()).isEqualTo(row.place());
            heap.remove(0);
        }
        assertThat(heap.isEmpty()).isTrue();
    }

    @Test
    void countsWhatIsDueUpToALimit() {
        KnownHeap heap = new KnownHeap();
        for (int i = 0; i < 1_000; i++) {
            heap.add(i, (i * 37L) % 1_000, i);
        }
        assertThat(heap.countDue(-1, 10_000)).isZero();
        assertThat(heap.countDue(99, 10_000)).isEqualTo(100);
        assertThat(heap.countDue(2_000, 10_000)).isEqualTo(1_000);
        assertThat(heap.countDue(2_000, 77)).isEqualTo(77);
    }
}
