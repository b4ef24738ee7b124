package dev.hotlane.processor.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Two processors on one log with random commands, naps, failures and take-overs. A table that applies the packs equals
 * the state at the end of each of them, from memory and from the topic.
 */
class ViewPacksTest {
    private static final byte[] NONE = {};
    private static final int ROUNDS = 60;
    private static final int STEPS = 250;

    private final long seed = Long.getLong("seed", 1);
    private final Random random = new Random(seed);
    private SimLog log;
    private List<ViewRecord> topic;
    private List<ViewedProcess> lanes;
    private ModelView reader;
    private int skipped;
    private long flushed;
    private int read;
    private int gaps;
    private int applied;

    @Test
    void aTableThatAppliesThePacksEqualsTheStateAtTheirEnds() {
        System.out.println("-Dseed=" + seed);
        int takeOvers = 0;
        int resets = 0;
        for (int round = 0; round < ROUNDS; round++) {
            log = new SimLog();
            topic = new ArrayList<>();
            skipped = 1 + random.nextInt(STEPS);
            flushed = 0;
            lanes = new ArrayList<>(List.of(started(), started()));
            reader = new ModelView(lanes.get(0).truth);
            read = 0;
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            finish();
            takeOvers += lanes.get(0).process.describe().epoch > 1 ? 1 : 0;
            resets += reader.resets;
        }
        System.out.printf(
                "%d take-overs, %d resets, %d gaps, %d packs of the topic%n", takeOvers, resets, gaps, applied);
        assertThat(takeOvers).isPositive();
        assertThat(resets).isPositive();
        assertThat(applied).isGreaterThan(20 * gaps);
    }

    private ViewedProcess started() {
        ViewedProcess lane = new ViewedProcess(log, topic);
        lane.process.state.quarantine(new long[] {skipped});
        lane.process.flushed = flushed;
        return lane;
    }

    private void step() {
        for (int i = random.nextInt(4); i > 0; i--) {
            append();
        }
        log.pass(Duration.ofMillis(random.nextInt(random.nextInt(20) == 0 ? 1_500 : 40)));
        for (int i = 0; i < lanes.size(); i++) {
            turn(i);
        }
        read();
    }

    /** A process that is killed, or deposed, starts again; what it sent may have reached the topic. */
    private void turn(int i) {
        ViewedProcess lane = lanes.get(i);
        lane.own.free = random.nextInt(3) > 0;
        try {
            lane.process.step();
        } catch (HaltReason e) {
            lanes.set(i, started());
            lanes.get(i).apply();
            return;
        }
        while (lane.uncollected() > 0) {
            lane.next();
            if (random.nextInt(4) == 0) {
                lane.nap();
            }
        }
        if (random.nextInt(20) == 0) {
            flushed = Math.max(flushed, lane.process.slots.size() - random.nextInt(30));
            lanes.forEach(each -> each.process.flushed = flushed);
        }
        lane.nap();
        settle(lane);
        lane.nap();
        if (random.nextInt(100) == 0) {
            settle(lane);
            lanes.set(i, started());
            lanes.get(i).apply();
        }
    }

    private void settle(ViewedProcess lane) {
        while (lane.pending() > 0 && random.nextInt(3) > 0) {
            if (random.nextInt(8) == 0) {
                lane.fail(random.nextBoolean());
            } else {
                lane.acknowledge();
            }
        }
    }

    private void append() {
        String id = "id-" + log.entries.size();
        switch (random.nextInt(10)) {
            case 0 -> log.transact(id, 0, Command.transact(Op.remove(key())));
            case 1 -> log.transact(id, 0, Command.transact(take()));
            case 2, 3 -> hold(id);
            case 4 -> log.append(null, "noise".getBytes(StandardCharsets.UTF_8));
            default -> log.transact(id, 0, Command.transact(Op.set(key(), random.nextInt(9)), Op.add(key(), 1)));
        }
    }

    private void hold(String id) {
        Command hold = new Command(
                CommandKind.TRANSACT, true, 1 + random.nextInt(500), List.of(Op.add(key(), -1)), NONE, NONE);
        log.transact(id, 0, hold);
    }

    private static Op take(String key) {
        return new Op(OpKind.TAKE, key.getBytes(StandardCharsets.UTF_8))
                .arg(ArgName.TOKENS, 1)
                .arg(ArgName.COUNT, 1)
                .arg(ArgName.PERIOD_MS, 100)
                .arg(ArgName.BURST, 5);
    }

    private Op take() {
        return take("rate" + random.nextInt(3));
    }

    private String key() {
        return "k" + random.nextInt(8);
    }

    /** A gateway that runs alone: on a gap it loads MySQL, which must then fit. */
    private void read() {
        reader.truth = lanes.get(0).truth;
        while (read < topic.size()) {
            ViewRecord pack = topic.get(read++);
            applied++;
            if (!reader.apply(pack)) {
                gaps++;
                reader.load(flushed - 1);
                assertThat(reader.apply(pack))
                        .as("(%d, %d] fits MySQL", pack.from(), pack.to())
                        .isTrue();
            }
        }
    }

    private void finish() {
        for (ViewedProcess lane : lanes) {
            lane.own.free = true;
        }
        for (int i = 0; i < 300; i++) {
            log.pass(Duration.ofMillis(i < 298 ? 10 : 0));
            for (int n = 0; n < lanes.size(); n++) {
                try {
                    lanes.get(n).turn();
                } catch (HaltReason e) {
                    lanes.set(n, started());
                }
            }
        }
        read();
        for (ViewedProcess lane : lanes) {
            lane.own.idle();
            assertThat(lane.own.rows).isEqualTo(Truth.of(lane.process.state));
            assertThat(lane.own.at).isEqualTo(log.entries.size() - 1);
        }
        assertThat(reader.at).isGreaterThan(log.entries.size() - 20);
    }
}
