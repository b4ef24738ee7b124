package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IndexTest {
    private record Pair(long hash, long reference) {}

    private static boolean finds(Index index, Pair pair) {
        long[] table = index.table(pair.hash());
        int at = index.home(pair.hash(), table);
        while (table[at] != 0) {
            if (index.mayBe(table[at], pair.hash()) && index.reference(table[at]) == pair.reference()) {
                return true;
            }
            at = Index.next(at, table);
        }
        return false;
    }

    /** Few tables, few places: nearly all hashes get in each other's way. */
    private static long crowded(SplittableRandom random) {
        return (long) random.nextInt(3) << 54 | (long) random.nextInt(40) << 36 | random.nextInt(4);
    }

    private static void holdsWhatAListHolds(int bits, boolean crowd, int operations) {
        SplittableRandom random = Seed.random(IndexTest.class);
        Index index = new Index(bits);
        List<Pair> model = new ArrayList<>();
        for (int i = 0; i < operations; i++) {
            boolean grows = i / (operations / 4) % 2 == 0;
            if (model.isEmpty() || random.nextInt(10) < (grows ? 7 : 3)) {
                Pair pair = new Pair(crowd ? crowded(random) : random.nextLong(), i);
                index.add(pair.hash(), pair.reference());
                model.add(pair);
            } else {
                Pair last = model.remove(model.size() - 1);
                int which = random.nextInt(model.size() + 1);
                Pair gone = which == model.size() ? last : model.set(which, last);
                index.remove(gone.hash(), gone.reference());
                assertThat(finds(index, gone)).isFalse();
            }
            if (i % (operations / 50) == 0) {
                assertThat(model).allMatch(pair -> finds(index, pair));
            }
        }
        for (Pair pair : model) {
            index.remove(pair.hash(), pair.reference());
        }
        assertThat(model).noneMatch(pair -> finds(index, pair));
    }

    @Test
    void holdsWhatAListHolds() {
        holdsWhatAListHolds(32, false, 200_000);
    }

    @Test
    void holdsWhatAListHoldsThoughHashesCollide() {
        holdsWhatAListHolds(36, true, 20_000);
    }

    @Test
    void theLargestReferencesFit() {
        for (int bits : new int[] {32, 36}) {
            Index index = new Index(bits);
            Pair last = new Pair(-1, (1L << bits) - 2);
            Pair first = new Pair(-1, 0);
            index.add(last.hash(), last.reference());
            index.add(first.hash(), first.reference());
            assertThat(finds(index, last)).isTrue();
            assertThat(finds(index, first)).isTrue();
        }
    }

    @Test
    void reservingKeepsWhatIsThere() {
        Index index = new Index(32);
        List<Pair> pairs = new ArrayList<>();
        SplittableRandom random = Seed.random(IndexTest.class);
        for (int i = 0; i < 5_000; i++) {
            pairs.add(new Pair(random.nextLong(), i));
            index.add(pairs.get(i).hash(), i);
        }
        index.reserve(1_000_000);
        assertThat(index.table(0).length).isEqualTo(1_464);
        assertThat(pairs).allMatch(pair -> finds(index, pair));
    }

    @Test
    void removingWhatIsNotThereIsABrokenInvariant() {
        Index index = new Index(32);
        index.add(1, 1);
        assertThatThrownBy(() -> index.remove(1, 2)).isInstanceOf(IllegalStateException.class);
    }
}
