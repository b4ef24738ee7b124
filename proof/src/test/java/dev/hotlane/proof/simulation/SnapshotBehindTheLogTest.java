package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Seed 50090724 broke I23. The log was deleted below a snapshot, MySQL was set back behind that, and a snapshot of it
 * was taken, which no log continues. These are its incidents, independent of the plans that seeds give now.
 */
class SnapshotBehindTheLogTest {
    private static final int SEEDS = 40;
    private static final int STEPS = 600;
    private static final int RESTORED = 520;

    /** Sets MySQL back to the first backup with records, and takes a snapshot at once. */
    private static final int TO_THE_FIRST = 1;

    static Plan script(long seed) {
        List<ClientOrder> orders = new ArrayList<>();
        Chance chance = new Chance(seed);
        for (int step = 5; step < STEPS; step += 15) {
            orders.add(new ClientOrder(
                    step, step % 2 == 0 ? ClientOrder.Kind.COUNT : ClientOrder.Kind.RESTOCK, chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int step = 200; step < RESTORED; step += 40) {
            incidents.add(new Incident(step, Kind.SNAPSHOT_TAKEN, 0, 1));
        }
        incidents.add(new Incident(RESTORED, Kind.MYSQL_RESTORED, 0, TO_THE_FIRST));
        incidents.add(new Incident(RESTORED + 1, Kind.SNAPSHOT_TAKEN, 0, 1));
        return new Plan(seed, STEPS, orders, incidents, LaneForm.SPLIT);
    }

    @Test
    void aCheckpointBehindTheLogsStartIsNoSnapshotAndTheLastOneHelps() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            assertThat(Trial.run(1, SEEDS, SnapshotBehindTheLogTest::script, tally))
                    .isNull();
            assertThat(tally.of("snapshots refused")).as("behind the log").isPositive();
            assertThat(tally.of("snapshots restored")).as("put back").isPositive();
        } finally {
            silence.end();
        }
    }
}
