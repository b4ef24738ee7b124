package dev.hotlane.proof.simulation;

import dev.hotlane.processor.flow.Slot;
import java.util.Arrays;

/** The ring of one run of a processor, of a few slots. */
final class SimRing {
    static final int SIZE = 16;

    private final Slot[] slots = new Slot[SIZE];

    SimRing() {
        Arrays.setAll(slots, i -> new Slot());
    }

    Slot slot(long offset) {
        return slots[(int) offset % SIZE];
    }

    /** Puts a record of the log into its slot. */
    void put(Entry entry, long offset) {
        Slot slot = slot(offset);
        slot.offset = offset;
        slot.timestamp = entry.stamp();
        slot.leaderEpoch = 0;
        slot.key = entry.key();
        slot.value = entry.value();
    }

    /** The last slot from {@code next} on that a stage behind the state stage may process now. */
    long handedOn(long next, long applied, Chance chance) {
        long last = applied - 1;
        if (last > next && chance.percent(40)) {
            last = next + chance.below(last - next);
        }
        while (last >= next && !slot(last).cuttable) {
            last--;
        }
        return last;
    }
}
