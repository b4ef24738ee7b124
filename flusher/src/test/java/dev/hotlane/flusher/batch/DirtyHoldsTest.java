package dev.hotlane.flusher.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DirtyHoldsTest {
    private static final String DELETED = "deleted";

    private final DirtyHolds holds = new DirtyHolds();
    private final TreeMap<Long, String> model = new TreeMap<>();
    /** Open now; those below the first of this batch have rows in MySQL. */
    private final List<Long> open = new ArrayList<>();

    private long next;

    @Test
    void holdsWhatAnOrdinaryMapHolds() {
        Random random = Seeds.random();
        for (int batch = 0; batch < 60; batch++) {
            long firstOfBatch = next;
            int imageMax = 1 << random.nextInt(12);
            for (int i = random.nextInt(10_000); i > 0; i--) {
                step(random, firstOfBatch, imageMax);
            }
            assertSameAsModel();
            holds.clear();
            model.clear();
            assertThat(holds.size()).isZero();
            assertThat(holds.newest()).isEqualTo(-1);
            assertThat(holds.firstOpened()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void whatCameAndWentLeavesNothingButWhereItBegan() {
        OpenHold hold = Holds.random(new Random(1), 7, 100);
        holds.opened(hold);
        holds.changed(hold);
        holds.resolved(7);
        assertThat(holds.size()).isZero();
        assertThat(holds.sequences(new long[1])).isZero();
        assertThat(holds.firstOpened()).isEqualTo(7);
        assertThat(holds.newest()).isEqualTo(7);
    }

    @Test
    void aHoldThatMySqlHasIsToBeDeleted() {
        OpenHold hold = Holds.random(new Random(1), 7, 100);
        holds.changed(hold);
        assertThat(holds.read(7, new OpenHold())).isTrue();
        holds.resolved(7);
        holds.resolved(3);
        assertThat(holds.size()).isEqualTo(2);
        assertThat(holds.read(7, hold)).isFalse();
        assertThat(holds.read(3, hold)).isFalse();
    }

    /** 5 million short-lived holds while MySQL is away: memory is that of the open ones. */
    @Test
    void memoryIsBoundedByOpenHoldsHoweverManyComeAndGo() {
        Random random = Seeds.random();
        OpenHold[] some = new OpenHold[64];
        for (int i = 0; i < some.length; i++) {
            some[i] = Holds.random(random, 0, 400);
        }
        int live = 10_000;
        long after = 0;
        for (long sequence = 0; sequence < 5_000_000; sequence++) {
            OpenHold hold = some[random.nextInt(some.length)];
            hold.sequence = sequence;
            holds.opened(hold);
            if (sequence >= live) {
                holds.resolved(sequence - live);
            }
            if (sequence == 1_000_000) {
                after = holds.heapBytes();
            }
        }
        assertThat(holds.size()).isEqualTo(live);
        assertThat(holds.heapBytes()).isBetween(after, after + (1 << 20)).isLessThan(live * 1_000L);
    }

    @Test
    void refusesWhatCannotBe() {
        OpenHold hold = Holds.random(new Random(1), 7, 100);
        holds.opened(hold);
        assertThatThrownBy(() -> holds.opened(hold)).hasMessageContaining("hold 7 opened after hold 7");
        assertThatThrownBy(() -> holds.resolved(8)).hasMessageContaining("hold 8 resolved, but it is not open");
        holds.resolved(7);
        assertThatThrownBy(() -> holds.resolved(7)).hasMessageContaining("hold 7 resolved, but it is not open");
        assertThatThrownBy(() -> holds.changed(hold)).hasMessageContaining("hold 7 changed, but it is not open");
        holds.resolved(5);
        assertThatThrownBy(() -> holds.resolved(5)).hasMessageContaining("hold 5 resolved, but it is not open");
        hold.sequence = 5;
        assertThatThrownBy(() -> holds.changed(hold)).hasMessageContaining("hold 5 changed, but it is not open");
        hold.sequence = 9;
        hold.idLength = 65;
        assertThatThrownBy(() -> holds.opened(hold)).hasMessageContaining("id of hold 9 has 65 bytes, expected 1..64");
        hold.idLength = 0;
        assertThatThrownBy(() -> holds.opened(hold)).hasMessageContaining("id of hold 9");
        hold.idLength = 1;
        hold.ownerLength = 201;
        assertThatThrownBy(() -> holds.opened(hold)).hasMessageContaining("owner of hold 9");
        hold.ownerLength = 0;
        hold.imageLength = 65_536;
        assertThatThrownBy(() -> holds.opened(hold)).hasMessageContaining("image of hold 9");
        assertThat(holds.size()).isEqualTo(1);
    }

    @Test
    void freesASpikeOfManyMegabytesAtOnce() {
        fill(300_000);
        assertThat(holds.heapBytes()).isGreaterThan(DirtyMap.KEPT_BYTES_MAX);
        holds.clear();
        assertThat(holds.heapBytes()).isLessThan(1 << 20);
        fill(100);
        assertThat(holds.size()).isEqualTo(100);
    }

    @Test
    void keepsItsMemoryForTheNextBatchAndGivesASpikeBack() {
        fill(100_000);
        long spike = holds.heapBytes();
        holds.clear();
        fill(100_000);
        assertThat(holds.heapBytes()).isEqualTo(spike);
        for (int i = 0; i < 200; i++) {
            holds.clear();
            fill(100);
        }
        assertThat(holds.heapBytes()).isLessThan(1 << 20);
        assertThat(holds.size()).isEqualTo(100);
    }

    private void fill(int count) {
        OpenHold hold = Holds.random(new Random(1), 0, 200);
        for (int i = 0; i < count; i++) {
            hold.sequence = next++;
            holds.opened(hold);
        }
    }

    private void step(Random random, long firstOfBatch, int imageMax) {
        int what = random.nextInt(5);
        if (what < 2 || open.isEmpty()) {
            next += 1 + random.nextInt(3);
            OpenHold hold = Holds.random(random, next, imageMax);
            holds.opened(hold);
            model.put(next, Holds.told(hold));
            open.add(next);
            return;
        }
        int at = random.nextInt(open.size());
        long sequence = open.get(at);
        if (what == 2) {
            OpenHold hold = Holds.random(random, sequence, imageMax);
            holds.changed(hold);
            model.put(sequence, Holds.told(hold));
            return;
        }
        open.set(at, open.get(open.size() - 1));
        open.remove(open.size() - 1);
        holds.resolved(sequence);
        if (sequence > firstOfBatch) {
            model.remove(sequence);
        } else {
            model.put(sequence, DELETED);
        }
    }

    private void assertSameAsModel() {
        assertThat(holds.size()).isEqualTo(model.size());
        long[] sequences = new long[holds.size()];
        assertThat(holds.sequences(sequences)).isEqualTo(sequences.length);
        Arrays.sort(sequences);
        assertThat(sequences)
                .isEqualTo(model.keySet().stream().mapToLong(Long::longValue).toArray());
        OpenHold hold = new OpenHold();
        model.forEach((sequence, told) -> assertThat(holds.read(sequence, hold) ? Holds.told(hold) : DELETED)
                .isEqualTo(told));
    }
}
