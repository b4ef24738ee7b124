package dev.hotlane.processor.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ViewPack;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.ViewWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicSinkTest {
    private final SimLog log = new SimLog();
    private final ViewedProcess lane = new ViewedProcess(log);

    private long add(String key) {
        return log.transact("id-" + log.entries.size(), 0, Command.transact(Op.add(key, 1)));
    }

    private void pass(long millis) {
        log.pass(Duration.ofMillis(millis));
    }

    @Test
    void theTopicGetsAPackEach10MsWhileThisProcessLeads() {
        ViewedProcess follower = new ViewedProcess(log);
        lane.untilLeading();
        int before = lane.producer.history().size();
        for (int i = 0; i < 30; i++) {
            pass(1);
            add("a");
            lane.turn();
            follower.turn();
        }
        assertThat(lane.producer.history().size() - before).isEqualTo(3);
        assertThat(follower.producer.history()).isEmpty();
        assertThat(follower.own.rows).isEqualTo(lane.own.rows);
    }

    @Test
    void aFailedPackIsJoinedWithTheChangesBehindIt() {
        lane.untilLeading();
        long from = lane.newest().to();
        log.transact("remove", 0, Command.transact(Op.add("x", 1), Op.add("y", 1)));
        pass(10);
        lane.apply();
        lane.nap();
        log.transact("again", 0, Command.transact(Op.add("y", 1), Op.add("z", 1)));
        lane.apply();
        lane.nap();
        assertThat(lane.pending()).as("one pack at a time").isEqualTo(1);
        lane.fail(false);
        lane.nap();
        assertThat(lane.stage.failures()).isEqualTo(1);
        assertThat(lane.pending()).as("not at once").isZero();
        long last = add("a");
        lane.apply();
        pass(100);
        lane.nap();
        ViewRecord joined = lane.newest();
        assertThat(joined.from()).isEqualTo(from);
        assertThat(joined.to()).isEqualTo(last);
        assertThat(joined.size()).as("x, y, z, a").isEqualTo(4);
        ModelView reader = new ModelView(lane.truth);
        lane.settleAll();
        lane.topic.forEach(record -> assertThat(reader.apply(record)).isTrue());
        assertThat(reader.at).isEqualTo(last);
    }

    @Test
    void aTakeOverBeginsAtTheOffsetThatTheLastTickReportedAsFlushed() {
        ViewedProcess standby = new ViewedProcess(log);
        lane.untilLeading();
        int known = 0;
        for (int i = 0; i < 80; i++) {
            for (int n = 0; n < 10; n++) {
                add("k" + i + "-" + n);
            }
            pass(25);
            lane.turn();
            standby.turn();
            lane.process.flushed = Math.max(0, log.entries.size() - 200);
            known = Math.max(known, standby.stage.waiting());
        }
        assertThat(known).as("counters that the follower keeps of 800").isLessThan(500);
        long flushed = lane.process.flushed;
        lane.process.connected = false;
        standby.untilLeading();
        ViewRecord first = standby.topic.get(0);
        assertThat(first.from()).isLessThanOrEqualTo(flushed - 1).isGreaterThan(flushed - 400);
        ModelView reader = new ModelView(standby.truth);
        reader.load(standby.truth.endUpTo(flushed - 1));
        standby.topic.forEach(record -> assertThat(reader.apply(record)).isTrue());
        assertThat(reader.rows).isEqualTo(Truth.of(standby.process.state));
    }

    @Test
    void aLargePackIsSentInPartsFewAtATime() {
        lane.untilLeading();
        int keys = 60_000;
        for (int i = 0; i < keys; i += 60) {
            List<Op> ops = new ArrayList<>();
            for (int n = i; n < i + 60; n++) {
                ops.add(Op.add("stock:" + n, 1));
            }
            log.transact("id-" + i, 0, Command.transact(ops));
        }
        pass(10);
        lane.apply();
        int sent = lane.producer.history().size();
        for (int i = 0; i < 20; i++) {
            lane.nap();
        }
        assertThat(lane.pending()).isEqualTo(4);
        for (int i = 0; i < 20; i++) {
            lane.nap();
            lane.settleAll();
        }
        List<ViewRecord> parts = lane.topic.subList(sent, lane.topic.size());
        assertThat(parts).hasSizeGreaterThan(6).allMatch(part -> part.parts() == parts.size());
        assertThat(parts.stream().mapToInt(ViewPack::size).sum()).isEqualTo(keys);
        assertThat(lane.producer.history())
                .allSatisfy(record -> assertThat(record.value().length).isLessThanOrEqualTo(ViewWriter.LENGTH_MAX));
        ModelView reader = new ModelView(lane.truth);
        lane.topic.forEach(record -> assertThat(reader.apply(record)).isTrue());
        assertThat(reader.rows).hasSize(keys);
    }

    @Test
    void aTopicThatTakesNothingForLongCostsNoMoreThanWhatIsNotFlushed() {
        lane.untilLeading();
        for (int i = 0; i < 600; i++) {
            add("k" + i);
            pass(100);
            lane.apply();
            lane.nap();
            while (lane.pending() > 0) {
                lane.fail(false);
            }
            lane.nap();
            lane.process.flushed = log.entries.size() - 3L;
        }
        assertThat(lane.stage.waiting()).isLessThan(30);
        assertThat(lane.stage.failures()).isGreaterThan(100);
        lane.turn();
        pass(1_000);
        lane.turn();
        assertThat(lane.stage.packsByTopic()).isPositive();
    }
}
