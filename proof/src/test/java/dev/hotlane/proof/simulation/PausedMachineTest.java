package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Machines of gateways that stand still for more than a second, their monotonic clocks too, while others write through
 * the lane. After less than a second the age of a view may be too low by as much.
 */
class PausedMachineTest {
    private static final int SEEDS = 10;
    private static final int STEPS = 6_000;

    /** Without orders at the end of the script, so that the lane comes to rest in time. */
    private static final int QUIET = 2_000;

    /** In milliseconds. */
    private static final int PAUSE = 1_500;

    static Plan script(long seed) {
        List<ClientOrder> orders = new ArrayList<>();
        Chance chance = new Chance(seed);
        for (int step = 5; step < STEPS - QUIET; step += 12) {
            orders.add(new ClientOrder(
                    step, step % 2 == 0 ? ClientOrder.Kind.COUNT : ClientOrder.Kind.RESTOCK, chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int step = 300; step < STEPS; step += 3_000) {
            incidents.add(new Incident(step, Kind.GATEWAY_MACHINE_PAUSES, chance.below(2), PAUSE));
        }
        incidents.sort(Comparator.comparingInt(Incident::step));
        return new Plan(seed, STEPS, orders, incidents, LaneForm.SPLIT, true);
    }

    @Test
    void noAgeIsStatedOverALongPause() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            assertThat(Trial.run(1, SEEDS, PausedMachineTest::script, tally)).isNull();
            assertThat(tally.of("ages of views")).isPositive();
        } finally {
            silence.end();
        }
    }
}
