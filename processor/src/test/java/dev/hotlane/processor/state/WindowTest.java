package dev.hotlane.processor.state;

import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PAGE = 1 << 18;

    private record Entry(long sequence, byte[] payload) {
        long idHi() {
            return (long) LONG.get(payload, 0);
        }

        long idLo() {
            return (long) LONG.get(payload, 8);
        }

        long tenant() {
            return (payload[33] & 2) == 0 ? 0 : (long) LONG.get(payload, 35);
        }

        long keepTime() {
            long time = (long) LONG.get(payload, 24);
            return (payload[33] & 1) == 0 ? time : Math.max(time, idHi() >>> 16);
        }
    }

    private final SplittableRandom random = Seed.random(WindowTest.class);
    private final Deque<Entry> model = new ArrayDeque<>();
    private Window window = new Window();
    private long sequence;

    private void append(int length) {
        byte[] payload = new byte[length];
        random.nextBytes(payload);
        LONG.set(payload, 24, (long) random.nextInt(1_000));
        payload[33] = (byte) random.nextInt(length < 43 ? 2 : 4);
        Entry entry = new Entry(sequence++, payload);
        byte[] padded = new byte[length + 5];
        System.arraycopy(payload, 0, padded, 5, length);
        window.append(entry.sequence(), padded, 5, length, window.hash(entry.tenant(), entry.idHi(), entry.idLo()));
        model.addLast(entry);
    }

    private void drop() {
        window.touchOldest(random.nextInt(2 * LookAhead.RECORDS_MAX));
        Entry gone = model.removeFirst();
        assertThat(window.oldestSequence()).isEqualTo(gone.sequence());
        assertThat(window.oldestKeepTime()).isEqualTo(gone.keepTime());
        assertThat(window.drop()).isEqualTo(gone.keepTime());
        assertThat(window.find(gone.tenant(), gone.idHi(), gone.idLo())).isEqualTo(-1);
    }

    private void agrees() {
        assertThat(window.count()).isEqualTo(model.size());
        Window loaded = loaded();
        Outcome outcome = new Outcome();
        for (Entry entry : model) {
            long place = window.find(entry.tenant(), entry.idHi(), entry.idLo());
            assertThat(place).isNotNegative();
            window.read(place, outcome);
            assertThat(outcome.sequence()).isEqualTo(entry.sequence());
            assertThat(window.holds(entry.sequence(), entry.payload(), 0, entry.payload().length))
                    .isTrue();
            assertThat(loaded.holds(entry.sequence(), entry.payload(), 0, entry.payload().length))
                    .isTrue();
        }
        assertThat(window.sum()).isEqualTo(loaded.sum());
    }

    private Window loaded() {
        Window fresh = new Window();
        model.forEach(entry -> fresh.load(entry.sequence(), entry.payload(), 0, entry.payload().length));
        fresh.endLoad();
        return fresh;
    }

    private int length() {
        return random.nextInt(10) == 0 ? 35 + random.nextInt(Outcome.lengthMax(64) - 34) : 35 + random.nextInt(40);
    }

    /** Grows, shrinks to nothing, grows again: over many pages and through every way to leave one. */
    private void growsAndShrinks(int laps, int entries) {
        for (int lap = 0; lap < laps; lap++) {
            int target = lap % 3 == 2 ? 0 : random.nextInt(entries);
            while (model.size() < target) {
                append(length());
                if (random.nextInt(4) == 0) {
                    drop();
                }
            }
            while (model.size() > target) {
                drop();
                if (random.nextInt(4) == 0 && target > 0) {
                    append(length());
                }
            }
            agrees();
        }
    }

    @Test
    void agreesWithADeque() {
        growsAndShrinks(12, 30_000);
    }

    @Test
    void agreesWithADequeWherePlacesWrapAround() {
        window = new Window((1L << 36) - 4 * PAGE);
        growsAndShrinks(9, 60_000);
    }

    @Test
    void growsToMorePagesThanItStartedWith() {
        window = new Window(5L * PAGE);
        for (int i = 0; i < 25_000; i++) {
            append(1_500);
        }
        agrees();
        while (!model.isEmpty()) {
            drop();
        }
        agrees();
    }

    @Test
    void aPageMayEndExactlyWithAnEntry() {
        int header = 10;
        for (int round = 0; round < 5; round++) {
            for (int left = PAGE; left > 0; left -= 1_024) {
                append(1_024 - header);
            }
            agrees();
            while (!model.isEmpty()) {
                drop();
            }
        }
        append(40);
        agrees();
    }

    @Test
    void aPageMayEndWithTooLittleRoomForAHeader() {
        for (int rest = 0; rest < 12; rest++) {
            window = new Window();
            model.clear();
            int filler = PAGE / 512;
            for (int i = 0; i < filler - 1; i++) {
                append(512 - 10);
            }
            append(512 - 10 - rest);
            append(100);
            append(100);
            agrees();
            while (model.size() > 1) {
                drop();
            }
            agrees();
        }
    }

    @Test
    void emptyAndFilledAgainEntryByEntryItStaysSmall() {
        for (int i = 0; i < 100_000; i++) {
            append(60);
            drop();
        }
        append(60);
        agrees();
    }

    @Test
    void oneRecordDropsNoMoreThanItsShare() {
        LaneInMemory lane = LaneInMemory.ready(LaneInMemory.rules(1, 100_000, 1_000, 10));
        for (int i = 0; i < Window.DROPS_MAX + 10; i++) {
            lane.run(add("a", 1));
        }
        lane.later(1_001);
        assertThat(lane.meta().windowCount).isEqualTo(10);
        lane.later(0);
        assertThat(lane.meta().windowCount).isZero();
    }

    @Test
    void anotherEntryOfTheSameIdIsNotHeld() {
        append(40);
        byte[] payload = Arrays.copyOf(model.getFirst().payload(), 40);
        assertThat(window.holds(0, payload, 0, 40)).isTrue();
        assertThat(window.holds(1, payload, 0, 40)).isFalse();
        assertThat(window.holds(0, payload, 0, 39)).isFalse();
        payload[39]++;
        assertThat(window.holds(0, payload, 0, 40)).isFalse();
    }
}
