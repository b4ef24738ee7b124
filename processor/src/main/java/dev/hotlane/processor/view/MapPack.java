package dev.hotlane.processor.view;

import dev.hotlane.flusher.batch.DirtyPages;
import dev.hotlane.protocol.ViewPack;

/**
 * A pack, or a part of one, over the changes of its range: copies no counter. A part has some pages of the map. Reused
 * for one pack after the other; the changes must not change while the pack is read.
 */
final class MapPack implements ViewPack {
    /** Pages of a part, 512 KiB: an entry has at least six bytes less in a record, which leaves room for the header. */
    private static final int PAGES_PER_PART = 2;

    private final long topicHash;
    private final CutPoint to = new CutPoint();
    private long from;
    private Changes changes;
    private int part;
    private int parts;

    MapPack(long topicHash) {
        this.topicHash = topicHash;
    }

    /** Becomes the whole pack of a range. */
    MapPack of(Changes range, long begins, CutPoint ends) {
        changes = range;
        from = begins;
        to.set(ends);
        part = 0;
        parts = 1;
        return this;
    }

    /** Splits it into parts that each fit one record. {@link #turnTo} selects one. */
    void split() {
        parts = Math.max(1, (DirtyPages.count(changes.counters) + PAGES_PER_PART - 1) / PAGES_PER_PART);
    }

    /** Becomes the part of that number. */
    MapPack turnTo(int number) {
        part = number;
        return this;
    }

    @Override
    public long topicHash() {
        return topicHash;
    }

    @Override
    public long sequenceBase() {
        return to.sequenceBase;
    }

    @Override
    public long epoch() {
        return to.epoch;
    }

    @Override
    public long leadSequence() {
        return to.leadSequence;
    }

    @Override
    public long from() {
        return from;
    }

    @Override
    public long to() {
        return to.sequence;
    }

    @Override
    public long logTime() {
        return to.logTime;
    }

    @Override
    public int part() {
        return part;
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public boolean reset() {
        return changes.reset;
    }

    @Override
    public int size() {
        return parts == 1 ? changes.counters.size() : DirtyPages.size(changes.counters, firstPage(), endPage());
    }

    @Override
    public void forEach(Sink sink) {
        DirtyPages.forEach(
                changes.counters, firstPage(), endPage(), (key, length, removed, value, version, held, confirmed) -> {
                    if (removed) {
                        sink.removed(key, length);
                    } else {
                        sink.counter(key, length, value, version, held, confirmed);
                    }
                });
    }

    private int firstPage() {
        return part * PAGES_PER_PART;
    }

    private int endPage() {
        return parts == 1 ? Integer.MAX_VALUE : firstPage() + PAGES_PER_PART;
    }
}
