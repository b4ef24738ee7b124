package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Drawn plans have feeds in one lane of five. These plans have them in every lane, with more changes, and with everything
 * that may befall a feed; in a third of them the log is deleted behind feeds that are away, so that they publish gaps.
 */
class FollowedLaneTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 700;
    private static final FeedForm[] FORMS = {FeedForm.KEPT, FeedForm.CUT, FeedForm.STOCK};
    private static final Kind[] OF_FEEDS =
            Stream.of(Kind.values()).filter(Kind::isOfFeeds).toArray(Kind[]::new);
    private static final Kind[] OF_LANES = {
        Kind.PROCESSOR_CRASHES,
        Kind.SNAPSHOT_TAKEN,
        Kind.OPERATOR_SKIPS,
        Kind.VOIDING_SKIP,
        Kind.BROKER_AWAY,
        Kind.FORGED_TICK
    };
    private static final ClientOrder.Kind[] ORDERS = ClientOrder.Kind.values();

    static Plan script(long seed) {
        Chance chance = new Chance(seed);
        List<ClientOrder> orders = new ArrayList<>();
        for (int step = 5; step < STEPS; step += 9) {
            ClientOrder.Kind kind = chance.percent(20)
                    ? chance.percent(50) ? ClientOrder.Kind.REMOVE : ClientOrder.Kind.COUNT
                    : ORDERS[chance.below(ORDERS.length)];
            orders.add(new ClientOrder(step, kind, chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            add(incidents, chance, OF_FEEDS[chance.below(OF_FEEDS.length)]);
            if (i % 3 == 0) {
                add(incidents, chance, OF_LANES[chance.below(OF_LANES.length)]);
            }
        }
        FeedForm form = FORMS[(int) (seed % FORMS.length)];
        if (form == FeedForm.CUT) {
            incidents.add(new Incident(STEPS / 2, Kind.FEEDS_AWAY, 0, 2 * chance.between(50, 150)));
            incidents.add(new Incident(STEPS / 2 + 90, Kind.SNAPSHOT_TAKEN, 0, 1));
        }
        if (form == FeedForm.KEPT && chance.percent(50)) {
            incidents.add(new Incident(STEPS / 2, Kind.MYSQL_AWAY, 0, 300));
            incidents.add(new Incident(STEPS / 2 + 1, Kind.FEEDS_AWAY, 0, 60));
        }
        incidents.sort(Comparator.comparingInt(Incident::step));
        return new Plan(seed, STEPS, orders, incidents, LaneForm.SPLIT, false, form);
    }

    private static void add(List<Incident> incidents, Chance chance, Kind kind) {
        incidents.add(new Incident(chance.below(STEPS), kind, chance.below(2), chance.between(1, 400)));
    }

    @Test
    void whateverBefallsFeedsTheyPublishTheLaneOnce() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            long seed = Long.getLong("seed", 1);
            System.out.println("FollowedLaneTest: -Dseed=" + seed);
            assertThat(Trial.run((int) seed, (int) seed + SEEDS - 1, FollowedLaneTest::script, tally))
                    .isNull();
            System.out.println("FollowedLaneTest: " + tally.lines());
            assertThat(tally.lines())
                    .containsKeys(
                            "sequences published",
                            "positions repeated",
                            "gaps of the feed",
                            "tombstones of the feed",
                            "feeds fenced",
                            "feed commits of unknown outcome",
                            "feed transactions aborted",
                            "fences by an operator");
        } finally {
            silence.end();
        }
    }
}
