package dev.hotlane.processor.ring;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import dev.hotlane.processor.flow.Slot;

/**
 * Releases slots from the state stage before its batch is over: at every cuttable slot the later stages may proceed and
 * are woken. Otherwise a long batch would be answered only at its end, and a parked stage would not wake.
 */
final class SlotRelease implements EventHandler<Slot> {
    private final EventHandler<Slot> stage;
    private final Runnable wake;
    private Sequence done;

    SlotRelease(EventHandler<Slot> stage, Runnable wake) {
        this.stage = stage;
        this.wake = wake;
    }

    @Override
    public void setSequenceCallback(Sequence sequence) {
        done = sequence;
    }

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
        stage.onBatchStart(batchSize, queueDepth);
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) throws Exception {
        stage.onEvent(slot, sequence, endOfBatch);
        if (endOfBatch || slot.cuttable) {
            done.set(sequence);
            wake.run();
        }
    }

    @Override
    public void onTimeout(long sequence) throws Exception {
        stage.onTimeout(sequence);
    }

    @Override
    public void onStart() {
        stage.onStart();
    }

    @Override
    public void onShutdown() {
        stage.onShutdown();
    }
}
