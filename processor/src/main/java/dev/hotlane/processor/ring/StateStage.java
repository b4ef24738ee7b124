package dev.hotlane.processor.ring;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.Meta;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.RecordKind;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Applies each record to the state and marks where the state may be cut. Owns the state; runs on the thread state, which
 * also carries the duties of leadership between two records.
 */
public final class StateStage implements EventHandler<Slot> {
    /** A description of the state costs some 20 stores: worth it once for so many records of a long batch. */
    private static final int RECORDS_PER_CUT_MAX = 64;

    private final State state;
    private final Incarnation self;
    private final Contender contender;
    private final AtomicLong applied;
    private final AtomicLong timestamp = new AtomicLong();
    private final AtomicLong garbage = new AtomicLong();
    private int sinceCut;
    private volatile Snapshot snapshot;

    /** @param next offset of the first record to come */
    public StateStage(State state, long next, Incarnation self, Contender contender) {
        this.state = state;
        this.self = self;
        this.contender = contender;
        applied = new AtomicLong(next);
        Meta meta = new Meta();
        state.describe(meta);
        snapshot = Snapshot.of(meta, state);
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
        Effects effects = slot.effects;
        state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);
        slot.leads = state.isLedBy(self.hi(), self.lo());
        RecordKind kind = effects.kind();
        boolean ordinary = kind == RecordKind.COMMAND || kind == RecordKind.READ;
        slot.cuttable = endOfBatch || !ordinary || ++sinceCut >= RECORDS_PER_CUT_MAX;
        if (slot.cuttable) {
            sinceCut = 0;
            slot.checksum = Frame.storedChecksum(slot.value);
            state.describe(slot.meta);
        }
        if (kind == RecordKind.GARBAGE) {
            garbage.setOpaque(garbage.getPlain() + 1);
        } else {
            slot.dropRecord();
        }
        if (kind == RecordKind.TICK && effects.accepted()) {
            snapshot = Snapshot.of(slot.meta, state);
        }
        if (!ordinary) {
            contender.onRecord(kind, effects.accepted(), slot.leads, slot.offset);
        }
        if (slot.cuttable) {
            applied.setRelease(slot.offset + 1);
            timestamp.setOpaque(slot.timestamp);
            contender.onProgress(slot.offset + 1, slot.timestamp, state.expiriesDue());
        }
    }

    @Override
    public void onTimeout(long sequence) {
        contender.onQuiet();
    }

    /** Next offset to apply, as of the last cut; any thread. */
    public long applied() {
        return applied.getAcquire();
    }

    /** The broker's time of the last applied record, epoch milliseconds, 0 for none; any thread. */
    public long timestamp() {
        return timestamp.getOpaque();
    }

    /** The state as of the last TICK that took effect; any thread. */
    public Snapshot snapshot() {
        return snapshot;
    }

    /** Records that were no frame of ours, since the start; any thread. */
    public long garbage() {
        return garbage.getOpaque();
    }
}
