package dev.hotlane.processor.flush;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.batch.DiscardingExchange;
import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlushStageTest {
    private final SimLog log = new SimLog();
    private final SimProcess process = new SimProcess(log);
    private final DiscardingExchange exchange = new DiscardingExchange();
    private final HBatching batching = new HBatching(exchange, new BatchLimits(Duration.ZERO, 1_000_000));
    private final List<Long> fences = new ArrayList<>();
    private final FlushStage stage =
            new FlushStage(batching, fences::add, process.contender::resignedAt, 0, 0, sequence -> null);
    private int fed;

    private void feed() {
        while (fed < process.slots.size()) {
            Slot slot = process.slots.get(fed++);
            stage.onEvent(slot, slot.offset, fed == process.slots.size());
        }
    }

    @Test
    void asksForTheFenceAtItsOwnLead() {
        process.untilLeading();
        feed();
        assertThat(fences).containsExactly(1L);
    }

    @Test
    void cutsAtTheEndOfABatch() {
        process.untilLeading();
        process.step();
        feed();
        for (int i = 0; i < 500; i++) {
            log.transact("x-" + i, 0, Command.transact(Op.add("k" + i, 1)));
        }
        process.step();
        feed();
        assertThat(exchange.flushedOffset()).isEqualTo(fed);
    }

    @Test
    void asAFollowerLetsGoOfWhatTheLeaderFlushed() {
        FlushSettings nowhere = FlushSettings.of("jdbc:mysql://nowhere/x", "u", "p");
        FlushWriter writer = new FlushWriter(nowhere, "topic", 0, () -> 0, FlushListener.NONE, e -> {});
        SimProcess leader = new SimProcess(log).untilLeading();
        leader.run(Duration.ofSeconds(1));
        int start = log.entries.size();
        FlushStage follower = new FlushStage(
                new HBatching(writer, new BatchLimits(Duration.ZERO, 1)),
                fences::add,
                () -> -1,
                0,
                start,
                sequence -> null);
        leader.flushed = start;
        leader.run(Duration.ofMillis(500));
        process.step();
        for (Slot slot : process.slots.subList(0, start)) {
            follower.onEvent(slot, slot.offset, true);
        }
        assertThat(writer.flushedOffset()).as("TICKs from before its start").isZero();
        for (Slot slot : process.slots.subList(start, process.slots.size())) {
            follower.onEvent(slot, slot.offset, true);
        }
        assertThat(writer.flushedOffset()).isBetween(1L, (long) start);
        assertThat(fences).isEmpty();
    }

    @Test
    void nothingAfterTheResignIsFlushed() {
        process.untilLeading();
        process.contender.resign();
        process.step();
        process.step();
        feed();
        long resigned = exchange.flushedOffset();
        assertThat(resigned).isEqualTo(fed);
        log.transact("late", 0, Command.transact(Op.add("k", 1)));
        process.step();
        feed();
        stage.onTimeout(0);
        assertThat(stage.offerLast(exchange.flushedOffset())).isFalse();
        assertThat(exchange.flushedOffset()).isEqualTo(resigned);
    }

    @Test
    void aResignThatItDidNotAppendEndsNoFlush() {
        process.untilLeading();
        feed();
        log.append(null, log.writer.resign(1, process.self.hi(), process.self.lo()));
        process.step();
        log.transact("between", 0, Command.transact(Op.add("k", 1)));
        process.step();
        feed();
        process.untilLeading();
        process.run(Duration.ofMillis(500));
        feed();
        assertThat(fences).containsExactly(1L, 2L);
        assertThat(exchange.flushedOffset()).isEqualTo(fed);
    }

    @Test
    void takesTheFenceOfAnEpochThatAForgedLeadGaveIt() {
        process.untilLeading();
        process.run(Duration.ofMillis(50));
        long newest = process.describe().lastTick;
        log.append(null, log.writer.lead(2, process.self.hi(), process.self.lo(), newest));
        process.step();
        feed();
        assertThat(fences).containsExactly(1L, 2L);
    }

    @Test
    void aCutDescribesTheStateAndItsLastRecord() {
        process.untilLeading();
        log.transact("y", 0, Command.transact(Op.add("k", 3)));
        process.step();
        Slot last = process.slots.get(process.slots.size() - 1);
        Meta cut = last.meta;
        byte[] record = log.entries.get((int) last.offset).value();
        assertThat(cut.lastCrc).isEqualTo(Frame.storedChecksum(record));
        assertThat(cut.lastTimestamp).isEqualTo(last.timestamp);
        Meta described = process.describe();
        described.lastLeaderEpoch = last.leaderEpoch;
        described.lastTimestamp = cut.lastTimestamp;
        described.lastCrc = cut.lastCrc;
        assertThat(cut).usingRecursiveComparison().isEqualTo(described);
        assertThat(cut.lastTickWallClock)
                .isEqualTo(cut.ceiling - cut.rulesInForce().tickSlackMs());
        State loaded = new State();
        loaded.beginLoad(cut);
        assertThat(loaded.nextOffset()).isEqualTo(cut.nextOffset);
    }

    @Test
    void bringsHoldsAndEveryWindowEntryOfARecord() {
        process.untilLeading();
        byte[] none = {};
        List<Op> line = List.of(Op.add("stock", -1).flags(Op.NO_MIN));
        log.transact("r1", 0, new Command(CommandKind.TRANSACT, true, 5_000, line, none, none));
        log.transact("r2", 0, new Command(CommandKind.TRANSACT, true, 5_000, line, none, none));
        log.transact(
                "a1",
                0,
                new Command(CommandKind.ABANDON, false, 0, List.of(), "x".getBytes(StandardCharsets.UTF_8), none));
        log.transact(
                "x1",
                0,
                new Command(CommandKind.CANCEL, false, 0, List.of(), "r1".getBytes(StandardCharsets.UTF_8), none));
        process.step();
        feed();
        Meta last = process.slots.get(process.slots.size() - 1).meta;
        assertThat(last.holdsOpen).isOne();
        assertThat(last.holdsResolved).isOne();
        assertThat(last.windowCount).isEqualTo(5);
        assertThat(exchange.flushedOffset()).isEqualTo(fed);
    }
}
