package dev.hotlane.processor.flush;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.processor.checkpoint.HoldRow;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldSink;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Passes every change to hBatching and offers a cut at the record ends that the state described. Never waits for MySQL.
 * Owned by the thread flush. After our RESIGN it offers nothing more: the next leader answers and flushes the later
 * records.
 *
 * <p>While another process leads, batches are still frozen; a TICK that reports their content in MySQL drops them.
 * TICKs from before this process' start are ignored: an older backup may have replaced that MySQL since.
 */
public final class FlushStage implements EventHandler<Slot>, ChangeSink, HoldSink {
    /** Records whose counters are looked up together, so that memory accesses overlap; see the state's LookAhead. */
    private static final int AHEAD_MAX = 32;

    private final HBatching batching;
    private final Meta cut = new Meta();
    private final HoldImage view = new HoldImage();
    private final OpenHold open = new OpenHold();
    private final LongConsumer fence;
    private final LongSupplier resignedAt;
    private final long sequenceBase;
    private final long ticksFrom;
    private final LongFunction<Slot> slots;
    private final long[] soon = new long[AHEAD_MAX];
    private long batchLeft;
    private int lookedAt;
    private boolean ended;
    private boolean described;

    /**
     * @param fence requests MySQL's fence for an epoch, without waiting
     * @param resignedAt offset of the RESIGN by which this process resigns for good, -1 before
     * @param sequenceBase added to an offset, gives the sequence; an operator changes it, between two runs
     * @param ticksFrom end of the log after the checkpoint was loaded: flushed offsets of earlier TICKs are ignored
     * @param slots finds a slot of the batch by its sequence, to look ahead
     */
    public FlushStage(
            HBatching batching,
            LongConsumer fence,
            LongSupplier resignedAt,
            long sequenceBase,
            long ticksFrom,
            LongFunction<Slot> slots) {
        this.batching = batching;
        this.fence = fence;
        this.resignedAt = resignedAt;
        this.sequenceBase = sequenceBase;
        this.ticksFrom = ticksFrom;
        this.slots = slots;
    }

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
        batchLeft = batchSize;
        lookedAt = 0;
    }

    private void lookAhead(long sequence) {
        lookedAt = (int) Math.min(batchLeft, AHEAD_MAX);
        batchLeft -= lookedAt;
        int count = 0;
        for (int i = 0; i < lookedAt; i++) {
            soon[i] = slots.apply(sequence + i).effects.touch();
        }
        for (int i = 0; i < lookedAt; i++) {
            Effects effects = slots.apply(sequence + i).effects;
            long hash = effects.firstChange();
            if (hash != 0) {
                soon[count++] = hash;
            }
        }
        batching.touch(soon, count);
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
        if (ended) {
            return;
        }
        if (lookedAt == 0 && batchLeft > 0) {
            lookAhead(sequence);
        }
        lookedAt--;
        Effects effects = slot.effects;
        effects.forEachChange(this);
        effects.forEachHold(view, this);
        for (int i = 0; i < effects.windowEntryCount(); i++) {
            int length = effects.windowEntryLength(i);
            batching.packed(sequenceBase + slot.offset, effects.windowEntries(), effects.windowEntryOffset(i), length);
        }
        if (slot.leads && effects.kind() == RecordKind.LEAD && effects.accepted()) {
            fence.accept(slot.meta.epoch);
        } else if (effects.kind() == RecordKind.TICK && effects.accepted() && slot.offset >= ticksFrom) {
            batching.flushedElsewhere(effects.flushed());
        }
        if (slot.cuttable) {
            cut.set(slot.meta);
            described = true;
            offerIfDue();
        }
        ended = effects.kind() == RecordKind.RESIGN && effects.accepted() && resignedAt.getAsLong() == slot.offset;
    }

    @Override
    public void onTimeout(long sequence) {
        offerIfDue();
    }

    private void offerIfDue() {
        if (described && batching.due()) {
            batching.offerCut(cut);
        }
    }

    /**
     * Offers the last cut once more, due or not. Call it only after the thread flush has ended. Returns false if the
     * last cut is not beyond {@code flushed}.
     */
    public boolean offerLast(long flushed) {
        if (described && cut.nextOffset > flushed) {
            batching.offerCut(cut);
            return true;
        }
        return false;
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        batching.counter(key, offset, length, hash, value, version, held, confirmed);
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        batching.removed(key, offset, length, hash);
    }

    @Override
    public void opened(HoldImage hold) {
        batching.holdOpened(HoldRow.of(hold, open));
    }

    @Override
    public void changed(HoldImage hold) {
        batching.holdChanged(HoldRow.of(hold, open));
    }

    @Override
    public void resolved(HoldImage hold) {
        long sequence = hold.createdSequence();
        batching.holdResolved(sequence, hold.resolvedSequence(), hold.bytes(), hold.start(), hold.length());
    }
}
