package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Lanes that two change feeds follow, whose log is lost at the end and which go on in a new topic: a gap is published there, then
 * each change once, while the feeds are killed and frozen. MySQL may lack the newest records of the lost log.
 */
class ReAnchoredLaneTest {
    private static final int SEEDS = 20;

    /** The plan of a followed lane, with snapshots to set MySQL back to. */
    static Plan script(long seed) {
        Plan followed = FollowedLaneTest.script(seed);
        List<Incident> incidents = new ArrayList<>(followed.incidents());
        incidents.add(new Incident(followed.steps() / 3, Kind.SNAPSHOT_TAKEN, 0, 1));
        incidents.add(new Incident(followed.steps() - 1, Kind.LOG_RE_ANCHORED, 0, 1));
        incidents.sort(Comparator.comparingInt(Incident::step));
        return followed.with(followed.orders(), incidents);
    }

    @Test
    void feedsPublishAGapAndThenTheNewLogOnce() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            long seed = Long.getLong("seed", 1);
            System.out.println("ReAnchoredLaneTest: -Dseed=" + seed);
            assertThat(Trial.run((int) seed, (int) seed + SEEDS - 1, ReAnchoredLaneTest::script, tally))
                    .isNull();
            System.out.println("ReAnchoredLaneTest: " + tally.lines());
            assertThat(tally.lines())
                    .containsEntry("lanes re-anchored", (long) SEEDS)
                    .containsKeys("records lost with their log", "gaps of the feed", "tombstones of the feed");
        } finally {
            silence.end();
        }
    }
}
