package dev.hotlane.processor.ring;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.flow.Position;
import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.LookAhead;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.StateCounts;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Applies each record to the state and marks where the state may be cut. Owns the state; runs on the thread state,
 * which also runs leadership between two records.
 */
public final class StateStage implements EventHandler<Slot> {
    /**
     * Most records of a long batch between two cuts, half a millisecond's work. A cut costs some 20 stores and a
     * wake-up of the later stages. The last record of a batch is always cut.
     */
    private static final int RECORDS_PER_CUT_MAX = 512;

    /** The same limit in bytes of changes: one record may expire thousands of holds, 200 bytes each, in ms. */
    private static final int CHANGED_PER_CUT_MAX = 64 * 1024;

    private final State state;
    private final Incarnation self;
    private final Contender contender;
    private final Position applied;
    private final Position passed;
    private final AtomicLong timestamp = new AtomicLong();
    private final AtomicLong garbage = new AtomicLong();
    private final IgnoredControls ignored;
    private final LongFunction<Slot> slots;
    private final LongSupplier heardSince;
    private int sinceCut;
    private int changedSinceCut;
    private long unheardBefore;
    private boolean leading;
    private final Slot[] soon = new Slot[LookAhead.RECORDS_MAX];

    @SuppressWarnings("unused") // Written so that the compiler keeps the reads that fetch the cache lines.
    private long touched;

    private long batchLeft;
    private volatile StateFigures snapshot;

    /**
     * @param positions {@code applied} and {@code passed} are written here, on the thread state
     * @param slots finds a slot of the batch by its sequence, to look ahead
     * @param heardSince append time before which the caller has given up, epoch milliseconds; read once a batch
     */
    public StateStage(
            State state,
            Incarnation self,
            Contender contender,
            Positions positions,
            LongFunction<Slot> slots,
            LongSupplier heardSince) {
        this.state = state;
        this.self = self;
        this.contender = contender;
        applied = positions.applied();
        passed = positions.passed();
        this.slots = slots;
        this.heardSince = heardSince;
        ignored = new IgnoredControls(applied.getAsLong());
        Meta meta = new Meta();
        state.describe(meta);
        snapshot = StateFigures.of(meta, state);
    }

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
        batchLeft = batchSize;
        unheardBefore = heardSince.getAsLong();
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
        if (batchLeft > 0 && state.ahead().size() == 0) {
            lookAhead(sequence);
        }
        batchLeft--;
        Effects effects = slot.effects;
        effects.unheard(!leading && slot.timestamp < unheardBefore);
        state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);
        slot.leads = state.isLedBy(self.hi(), self.lo());
        leading = slot.leads;
        RecordKind kind = effects.kind();
        boolean ordinary = kind == RecordKind.COMMAND || kind == RecordKind.READ;
        changedSinceCut += effects.changedBytes();
        slot.cuttable = ordinary
                ? endOfBatch || ++sinceCut >= RECORDS_PER_CUT_MAX || changedSinceCut >= CHANGED_PER_CUT_MAX
                : !isInGap(slot, kind);
        if (slot.cuttable) {
            sinceCut = 0;
            changedSinceCut = 0;
            describe(slot);
        }
        byte[] key = slot.key;
        byte[] value = slot.value;
        if (kind == RecordKind.GARBAGE) {
            garbage.setOpaque(garbage.getPlain() + 1);
        } else {
            slot.dropRecord();
        }
        if (kind == RecordKind.TICK && effects.accepted()) {
            snapshot = StateFigures.of(slot.meta, state);
        }
        if (kind == RecordKind.TICK) {
            passed.setRelease(Math.max(passed.getAsLong(), state.passed()));
        }
        if (!ordinary) {
            ignored.see(kind, effects.accepted(), slot.offset, key, value);
            DivergenceException contradiction = kind == RecordKind.TICK ? state.contradiction() : null;
            contender.onRecord(kind, effects.accepted(), slot.leads, slot.offset, value, contradiction);
        }
        if (slot.cuttable) {
            applied.setRelease(slot.offset + 1);
            timestamp.setOpaque(slot.timestamp);
            contender.onProgress(slot.offset + 1, slot.timestamp, state.expiriesDue());
        }
    }

    private void describe(Slot slot) {
        Meta meta = slot.meta;
        state.describe(meta);
        meta.lastLeaderEpoch = slot.leaderEpoch;
        meta.lastTimestamp = slot.timestamp;
        meta.lastCrc = Frame.storedChecksum(slot.value);
    }

    /** A gap has no record to compare a checkpoint with; the next offset with a record may be cut. */
    private static boolean isInGap(Slot slot, RecordKind kind) {
        return kind == RecordKind.SKIP && slot.key == null && slot.value == null;
    }

    private void lookAhead(long sequence) {
        int count = (int) Math.min(batchLeft, LookAhead.RECORDS_MAX);
        long seen = 0;
        for (int i = 0; i < count; i++) {
            soon[i] = slots.apply(sequence + i);
            seen += soon[i].offset;
        }
        for (int i = 0; i < count; i++) {
            seen += soon[i].touch();
        }
        touched = seen;
        boolean more = true;
        for (int i = 0; more && i < count; i++) {
            more = state.ahead().add(soon[i].offset, soon[i].key, soon[i].value);
        }
        state.ahead().ask();
    }

    @Override
    public void onTimeout(long sequence) {
        contender.onQuiet();
    }

    /** The broker's time of the last applied record, epoch milliseconds, 0 for none; any thread. */
    public long timestamp() {
        return timestamp.getOpaque();
    }

    /** The state as of the last TICK that took effect; any thread. */
    public StateFigures snapshot() {
        return snapshot;
    }

    /** What was decided since the start; any thread. */
    public StateCounts counts() {
        return state.counts();
    }

    /** Garbage records since the start; any thread. */
    public long garbage() {
        return garbage.getOpaque();
    }

    /** Counts of the control records that had no effect. Its methods name their threads. */
    public IgnoredControls ignored() {
        return ignored;
    }
}
