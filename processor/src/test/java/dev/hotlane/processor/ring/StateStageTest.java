package dev.hotlane.processor.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.CommandKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateStageTest {
    private static final byte[] NONE = {};
    private static final int HOLDS = 20_000;
    private static final int EXPIRED_BY_A_RECORD = 4_096;
    private static final Duration TTL = Duration.ofMinutes(1);

    private final SimLog log = new SimLog();
    private final SimProcess process = new SimProcess(log).untilLeading();

    private void adds(int count) {
        for (int i = 0; i < count; i++) {
            log.transact("add-" + log.entries.size(), 0, Command.transact(Op.add("k", 1)));
        }
    }

    @Test
    void aLongBatchOfLittleWorkIsHandedOnInFewPieces() {
        process.step();
        int before = process.slots.size();
        adds(1_100);
        process.step();
        List<Slot> batch = process.slots.subList(before, process.slots.size());
        assertThat(batch.stream().filter(slot -> slot.cuttable)).hasSize(3);
    }

    /** Goal: while holds expire by the thousand with each record, answers and TICKs wait for one record at most. */
    @Test
    void aRecordThatExpiresThousandsIsHandedOnAtOnce() {
        log.transact("stock", 0, Command.transact(Op.set("stock", HOLDS)));
        for (int i = 0; i < HOLDS; i++) {
            List<Op> ops = List.of(Op.add("stock", -1));
            log.transact("r" + i, 0, new Command(CommandKind.TRANSACT, true, TTL.toMillis(), ops, NONE, NONE));
        }
        process.step();
        log.pass(TTL.plusSeconds(1));
        process.step();
        int before = process.slots.size();
        adds(300);
        process.step();

        List<Slot> batch = process.slots.subList(before, process.slots.size());
        int tick = 1;
        int expiring = HOLDS / EXPIRED_BY_A_RECORD;
        assertThat(batch.subList(0, tick + expiring)).allMatch(slot -> slot.cuttable);
        assertThat(batch.subList(tick + expiring, batch.size() - 1)).noneMatch(slot -> slot.cuttable);
        assertThat(process.describe().holdsOpen).isZero();
    }
}
