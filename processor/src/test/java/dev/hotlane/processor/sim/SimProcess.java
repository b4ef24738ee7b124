package dev.hotlane.processor.sim;

import dev.hotlane.processor.flow.FlushLimit;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.lead.Clocks;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.lead.Outlet;
import dev.hotlane.processor.lead.Replay;
import dev.hotlane.processor.ring.IgnoredControls;
import dev.hotlane.processor.ring.StateStage;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A processor's state stage on a {@link SimLog}: applies what is there when stepped, appends what leadership asks. */
public final class SimProcess {
    public final Incarnation self = Incarnation.random();
    public final State state = new State();
    public final Contender contender;
    public final List<Slot> slots = new ArrayList<>();

    /** While false what it appends is lost. */
    public boolean connected = true;

    /** Where it says that MySQL stands. */
    public long flushed;

    /** While false the log gives no answer to it. */
    public boolean hears = true;

    private final SimLog log;
    private final StateStage stage;
    private final Positions positions;

    public SimProcess(SimLog log) {
        this(log, log.clocks());
    }

    public SimProcess(SimLog log, Clocks clocks) {
        this(log, clocks, false);
    }

    private SimProcess(SimLog log, Clocks clocks, boolean inMemory) {
        this.log = log;
        positions = Positions.of(0, log.entries.size(), log.nanos, FlushLimit.of(0, () -> slots.size()), () -> flushed);
        contender = new Contender(
                self,
                LeadSettings.DEFAULT,
                clocks,
                new Replay(0, log.entries.size(), log.nanos),
                positions,
                state::describe,
                new Outlet(this::append, nanos -> {}, inMemory));
        stage = new StateStage(state, self, contender, positions, sequence -> null, () -> Long.MIN_VALUE);
    }

    /** The processor of a node: its LEAD says that it answers in memory. */
    public static SimProcess ofNode(SimLog log) {
        return new SimProcess(log, log.clocks(), true);
    }

    private void append(byte[] value) {
        if (connected) {
            log.append(null, value);
            positions.logEnd().set(log.entries.size());
        }
    }

    /** Applies all that is in the log now as one batch, or has a quiet moment. */
    public void step() {
        int end = hears ? log.entries.size() : slots.size();
        positions.logEnd().set(log.entries.size());
        if (hears) {
            positions.logAnswered().set(log.nanos);
        }
        if (slots.size() == end) {
            stage.onTimeout(slots.size() - 1);
        }
        while (slots.size() < end) {
            int offset = slots.size();
            SimLog.Entry entry = log.entries.get(offset);
            Slot slot = new Slot();
            slot.offset = offset;
            slot.timestamp = entry.timestamp();
            slot.leaderEpoch = 0;
            slot.key = entry.key();
            slot.value = entry.value();
            slots.add(slot);
            stage.onEvent(slot, offset, offset == end - 1);
        }
    }

    /** Steps every 10 ms for so long. */
    public void run(Duration time) {
        for (long left = time.toMillis(); left > 0; left -= 10) {
            log.pass(Duration.ofMillis(10));
            step();
        }
    }

    /** Steps until it leads; fails if that takes longer than a minute of log time. */
    public SimProcess untilLeading() {
        for (int i = 0; i < 6_000 && !contender.leading(); i++) {
            run(Duration.ofMillis(10));
        }
        if (!contender.leading()) {
            throw new AssertionError("does not lead within a minute");
        }
        return this;
    }

    /** Every record below it is reported as applied by a TICK that it applied. */
    public long passed() {
        return positions.passed().getAsLong();
    }

    public Meta describe() {
        Meta meta = new Meta();
        state.describe(meta);
        return meta;
    }

    public IgnoredControls ignored() {
        return stage.ignored();
    }
}
