package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An operator skips the TICK that proved a cut, while the cut's transaction has no outcome: the cut may be published
 * afterwards, as a leader did prove it.
 */
class SkippedProofTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 500;

    private static Plan script(long seed) {
        Chance chance = new Chance(seed);
        List<ClientOrder> orders = new ArrayList<>();
        for (int step = 5; step < STEPS; step += 20) {
            orders.add(new ClientOrder(step, ClientOrder.Kind.SET, chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int step = 60; step < STEPS; step += 60) {
            incidents.add(new Incident(step, Kind.FEED_COMMITS_BADLY, chance.below(2), chance.between(1, 400)));
            incidents.add(new Incident(step + chance.between(1, 50), Kind.OPERATOR_SKIPS, 0, 1));
        }
        return new Plan(seed, STEPS, orders, incidents, LaneForm.SPLIT, false, FeedForm.KEPT);
    }

    @Test
    void whatALeaderProvedMayBePublishedOnceItsProofIsSkipped() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            assertThat(Trial.run(1, SEEDS, SkippedProofTest::script, tally)).isNull();
            System.out.println("SkippedProofTest: " + tally.lines());
            assertThat(tally.lines()).containsKey("cuts whose proof a SKIP took out");
        } finally {
            silence.end();
        }
    }
}
