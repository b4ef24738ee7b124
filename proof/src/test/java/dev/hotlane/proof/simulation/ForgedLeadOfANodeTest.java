package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two nodes, LEADs in their names that deny answers in memory, and skips by an operator who goes by LEADs. Seed 10 broke
 * I26 before a node ended at such a LEAD.
 */
class ForgedLeadOfANodeTest {
    private static final int SEEDS = 40;
    private static final int STEPS = 600;

    static Plan script(long seed) {
        List<ClientOrder> orders = new ArrayList<>();
        Chance chance = new Chance(seed);
        for (int step = 5; step < STEPS; step += 9) {
            orders.add(new ClientOrder(
                    step, step % 2 == 0 ? ClientOrder.Kind.COUNT : ClientOrder.Kind.RESTOCK, chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int step = 150; step < STEPS; step += 30) {
            incidents.add(new Incident(step, Kind.FORGED_LEAD, step / 30 % 2, 1 + chance.below(500)));
        }
        for (int step = 200; step < STEPS; step += 90) {
            incidents.add(new Incident(step, Kind.OPERATOR_SKIPS, 0, 1));
        }
        incidents.sort(Comparator.comparingInt(Incident::step));
        return new Plan(seed, STEPS, orders, incidents, LaneForm.NODES);
    }

    @Test
    void noSkipTakesOutWhatSuchANodeAnsweredInMemory() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            assertThat(Trial.run(1, SEEDS, ForgedLeadOfANodeTest::script, tally))
                    .isNull();
            assertThat(tally.of("records skipped")).isPositive();
            assertThat(tally.of("skips refused, without a proof")).isPositive();
        } finally {
            silence.end();
        }
    }
}
