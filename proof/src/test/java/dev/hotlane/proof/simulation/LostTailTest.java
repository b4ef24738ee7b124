package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.simulation.Incident.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Kafka loses answered records while gateways read from memory. Their views are of a lost history until packs of the next
 * leader arrive, which may be late or lost; meanwhile they state no age that is too low.
 */
class LostTailTest {
    private static final ClientOrder.Kind[] WRITES = {
        ClientOrder.Kind.RESTOCK,
        ClientOrder.Kind.BUY_PAIR,
        ClientOrder.Kind.RESERVE,
        ClientOrder.Kind.COUNT,
        ClientOrder.Kind.REMOVE,
        ClientOrder.Kind.TAKE
    };
    private static final int SEEDS = 100;
    private static final int STEPS = 1_000;
    private static final int LOST = 400;
    private static final int RECORDS_MAX = 60;

    static Plan script(long seed) {
        List<ClientOrder> orders = new ArrayList<>();
        Chance chance = new Chance(seed);
        for (int step = 5; step < STEPS; step += 6) {
            orders.add(new ClientOrder(step, WRITES[chance.below(WRITES.length)], chance.next() >>> 1));
        }
        int at = LOST + chance.below(100);
        List<Incident> incidents = new ArrayList<>();
        if (chance.percent(30)) {
            incidents.add(new Incident(at - 40, Kind.MYSQL_AWAY, 0, 60));
        }
        incidents.add(new Incident(at - 30, Kind.VIEW_READER_LAGS, chance.below(2), 20 + chance.below(200)));
        incidents.add(new Incident(at, Kind.LOG_LOSES_TAIL, 0, 1 + chance.below(RECORDS_MAX)));
        int silence = 100 + chance.below(400);
        incidents.add(new Incident(at, Kind.VIEW_TAKES_NOTHING, 0, silence));
        incidents.add(new Incident(at, Kind.VIEW_TAKES_NOTHING, 1, silence));
        incidents.add(new Incident(at + 90, Kind.VIEW_PACKS_LOST, 0, chance.below(3)));
        return new Plan(seed, STEPS, orders, incidents, LaneForm.SPLIT, true);
    }

    @Test
    void noViewOfALostHistoryStatesAnAgeThatIsTooLow() {
        SilentProduct silence = new SilentProduct();
        try {
            SimTally tally = new SimTally();
            assertThat(Trial.run(1, SEEDS, LostTailTest::script, tally)).isNull();
            assertThat(tally.of("answers lost by Kafka")).isPositive();
            assertThat(tally.of("answers of a lost history")).isPositive();
        } finally {
            silence.end();
        }
    }
}
