package dev.hotlane.processor.view;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.flow.Position;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import java.util.function.LongSupplier;

/**
 * Collects the changed counters of each record and, at each nap, offers them to the views as of the last record end that
 * the state described. Never waits for a view: what one does not take coalesces. Owned by the thread view.
 *
 * <p>TICKs from before this process' start report no offset as flushed: an older backup may have replaced that MySQL
 * since.
 */
public final class ViewStage implements EventHandler<Slot>, ChangeSink {
    private final MemorySink memory;
    private final TopicSink topic;
    private final Position viewed;
    private final LongSupplier nanos;
    private final long ticksFrom;
    private final CutPoint cut = new CutPoint();
    private boolean described;
    private boolean leads;
    private volatile int waiting;

    /**
     * @param loaded the checkpoint that the state was loaded from; the first packs begin after it
     * @param ticksFrom end of the log after the checkpoint was loaded: flushed offsets of earlier TICKs are ignored
     * @param viewed is written here: the next offset to collect, as of the last nap
     * @param nanos a monotonic clock
     */
    public ViewStage(ViewPorts ports, Meta loaded, long ticksFrom, Position viewed, LongSupplier nanos) {
        this.viewed = viewed;
        this.nanos = nanos;
        this.ticksFrom = ticksFrom;
        long from = cut.set(loaded).sequence;
        memory = ports.own() == OwnView.NONE ? null : new MemorySink(ports.own(), ports.topicHash(), from);
        topic = ports.topic() == null ? null : new TopicSink(ports.topic(), ports.topicHash(), from, nanos.getAsLong());
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
        Effects effects = slot.effects;
        effects.forEachChange(this);
        RecordKind kind = effects.kind();
        if (kind == RecordKind.SKIP && effects.accepted()) {
            reset();
        }
        leads = slot.leads;
        described = slot.cuttable;
        if (described) {
            cut.set(slot.meta);
        }
        if (kind == RecordKind.LEAD && effects.accepted()) {
            cut.leadSequence = cut.sequence;
        }
        if (topic != null && kind == RecordKind.TICK && effects.accepted() && slot.offset >= ticksFrom) {
            topic.ticked(cut.sequenceBase + effects.flushed() - 1, cut, leads, nanos.getAsLong());
        }
    }

    /** A nap: the slots before it are collected. */
    @Override
    public void onTimeout(long sequence) {
        if (!described) {
            return;
        }
        viewed.setRelease(cut.sequence - cut.sequenceBase + 1);
        if (memory != null) {
            memory.offer(cut);
        }
        if (topic != null) {
            topic.step(cut, leads, nanos.getAsLong());
            waiting = topic.waiting();
        }
    }

    private void reset() {
        if (memory != null) {
            memory.filling().reset = true;
        }
        if (topic != null) {
            topic.filling().reset = true;
        }
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        if (memory != null) {
            memory.filling().counters.put(key, offset, length, hash, value, version, held, confirmed);
        }
        if (topic != null) {
            topic.filling().counters.put(key, offset, length, hash, value, version, held, confirmed);
        }
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        if (memory != null) {
            memory.filling().counters.remove(key, offset, length, hash);
        }
        if (topic != null) {
            topic.filling().counters.remove(key, offset, length, hash);
        }
    }

    /** Packs passed to the gateway of this process; any thread. */
    public long packsInMemory() {
        return memory == null ? 0 : memory.packs();
    }

    /** Packs that the view topic has; any thread. */
    public long packsByTopic() {
        return topic == null ? 0 : topic.packs();
    }

    /** Packs that the view topic did not take; any thread. */
    public long failures() {
        return topic == null ? 0 : topic.failures();
    }

    /** Counters that wait for the view topic, as of the last nap; any thread. */
    public int waiting() {
        return waiting;
    }
}
