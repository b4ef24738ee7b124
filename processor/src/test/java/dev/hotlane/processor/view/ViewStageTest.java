package dev.hotlane.processor.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewStageTest {
    private final SimLog log = new SimLog();
    private final ViewedProcess lane = new ViewedProcess(log);

    private long add(String key) {
        return log.transact("id-" + log.entries.size(), 0, Command.transact(Op.add(key, 1)));
    }

    private void pass(long millis) {
        log.pass(Duration.ofMillis(millis));
    }

    @Test
    void aPackBeginsWhereTheOneBeforeEndedAndEndsAtTheLastRecordEnd() {
        lane.untilLeading();
        List<String> expected = new ArrayList<>(lane.own.ranges);
        long before = lane.own.at;
        for (int i = 0; i < 3; i++) {
            add("a");
            long last = add("b");
            lane.turn();
            expected.add("(" + before + ", " + last + "]");
            before = last;
        }
        assertThat(lane.own.ranges).isEqualTo(expected);
        assertThat(lane.viewed.getAsLong()).isEqualTo(before + 1);
        assertThat(lane.own.rows.get("a").get(0)).isEqualTo(3);
        assertThat(lane.own.rows).isEqualTo(Truth.of(lane.process.state));
    }

    @Test
    void recordsWithoutAChangeMoveTheViewToo() {
        lane.untilLeading();
        long at = lane.own.at;
        log.append(null, log.writer.readCounters(new Routing(1, 2, 3, 0), List.of()));
        lane.turn();
        assertThat(lane.own.at).isEqualTo(at + 1);
        int ranges = lane.own.ranges.size();
        lane.turn();
        assertThat(lane.own.ranges).as("no record, no pack").hasSize(ranges);
    }

    @Test
    void onlyRecordEndsThatTheStateDescribedAreCut() {
        lane.untilLeading();
        long at = lane.own.at;
        add("a");
        add("a");
        lane.process.step();
        assertThat(lane.next().cuttable).isFalse();
        lane.nap();
        lane.own.idle();
        assertThat(lane.own.at).isEqualTo(at);
        assertThat(lane.next().cuttable).isTrue();
        lane.nap();
        lane.own.idle();
        assertThat(lane.own.at).isEqualTo(at + 2);
    }

    @Test
    void whileTheViewIsBusyChangesCoalesceAndItsPackStaysAsItIs() {
        lane.untilLeading();
        lane.own.free = false;
        add("a");
        lane.turn();
        long first = lane.own.at + 1;
        for (int i = 0; i < 10; i++) {
            add("a");
            add("b" + i);
            lane.turn();
        }
        lane.own.free = true;
        lane.turn();
        lane.own.idle();
        int packs = lane.own.ranges.size();
        assertThat(lane.own.ranges.subList(packs - 2, packs))
                .containsExactly("(" + (first - 1) + ", " + first + "]", "(" + first + ", " + (first + 20) + "]");
    }

    @Test
    void aRemovedCounterIsRemovedAndABucketHasANegativeVersion() {
        lane.untilLeading();
        add("gone");
        Op take = new Op(OpKind.TAKE, "rate".getBytes(StandardCharsets.UTF_8))
                .arg(ArgName.TOKENS, 1)
                .arg(ArgName.COUNT, 1)
                .arg(ArgName.PERIOD_MS, 60_000)
                .arg(ArgName.BURST, 5);
        long taken = log.transact("take", 0, Command.transact(take));
        lane.turn();
        assertThat(lane.own.rows).containsKey("gone");
        assertThat(lane.own.rows.get("rate").get(1)).isEqualTo(-taken);
        log.transact("remove", 0, Command.transact(Op.remove("gone")));
        pass(20);
        lane.turn();
        assertThat(lane.own.rows).doesNotContainKey("gone");
        ModelView reader = new ModelView(lane.truth);
        lane.topic.forEach(record -> assertThat(reader.apply(record)).isTrue());
        assertThat(reader.rows).isEqualTo(lane.own.rows);
    }

    @Test
    void epochAndLogTimeAreThoseAfterTheLastRecord() {
        lane.untilLeading();
        add("a");
        pass(50);
        lane.turn();
        ViewRecord newest = lane.newest();
        assertThat(newest.epoch()).isEqualTo(1);
        assertThat(lane.process.slots.stream()
                        .filter(slot -> slot.effects.kind() == RecordKind.LEAD && slot.effects.accepted())
                        .map(slot -> slot.offset))
                .containsExactly(newest.leadSequence());
        assertThat(newest.logTime()).isEqualTo(lane.process.describe().logTime).isPositive();
        assertThat(newest.topicHash()).isEqualTo(ViewedProcess.HASH);
        assertThat(newest.sequenceBase()).isZero();
    }

    @Test
    void aPackWhoseRangeHoldsASkipInForceHasReset() {
        lane.process.state.quarantine(new long[] {1});
        log.transact("poison", 0, Command.transact(Op.add("a", 1)));
        add("b");
        lane.untilLeading();
        assertThat(lane.own.resets).isEqualTo(1);
        ModelView reader = new ModelView(lane.truth);
        lane.topic.forEach(record -> assertThat(reader.apply(record)).isTrue());
        assertThat(reader.resets).isEqualTo(1);
        assertThat(reader.rows).containsOnlyKeys("b");
    }

    @Test
    void aViewBeginsWithTheRowsOfTheCheckpoint() {
        lane.untilLeading();
        add("a");
        add("b");
        lane.turn();
        ModelView loaded = new ModelView(lane.truth);
        new ViewPorts(loaded, null, 5).load(lane.process.state, lane.process.describe());
        assertThat(loaded.rows).isEqualTo(lane.own.rows).containsOnlyKeys("a", "b");
        assertThat(loaded.at).isEqualTo(log.entries.size() - 1);
        assertThat(loaded.topicHash).isEqualTo(5);
        assertThat(ViewPorts.NONE.any()).isFalse();
    }

    @Test
    void slotsMayBeUsedAgainOnceCollected() {
        lane.untilLeading();
        add("a");
        lane.process.step();
        Slot slot = lane.next();
        Slot other = lane.process.slots.get(0);
        slot.meta.set(other.meta);
        lane.nap();
        lane.own.idle();
        assertThat(lane.own.at).isEqualTo(slot.offset);
    }
}
