package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Every counter of the lane as of W, the sequence of the last record included. Thread {@code view-table} alone changes
 * it: the cells of a pack first, then W. So a reader that takes W once finds for each key a version that holds at W, as
 * long as fewer than two packs have ended since. Any thread reads, by {@link ViewRead}.
 */
public final class ViewTable {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final List<ViewFollower> followers = new CopyOnWriteArrayList<>();

    /** What readers see; null while there is no view. */
    private volatile Published published;

    private volatile long resyncs;

    /** Cells that the last pack changed. Thread view-table. */
    private List<CounterCell> changed = new ArrayList<>();

    /** What readers take once: the cells, W, and the number of packs that ended. */
    record Published(ConcurrentHashMap<Object, CounterCell> cells, long seed, ViewCut cut, long packs) {
        /** Whether versions of this cut may be gone, so that what was read may mix cuts. */
        boolean outdatedBy(Published now) {
            return now == null || now.cells != cells || now.packs - packs >= 2;
        }
    }

    /** Registers a task that runs on thread view-table after each change of W; it must not wait. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** Registers a follower, before the view is filled; it gets each change from then on. */
    public void follow(ViewFollower follower) {
        followers.add(follower);
    }

    /** Passes each counter's key to {@code keys}, in no order. Complete on thread view-table only. */
    public void forEachKey(Consumer<byte[]> keys) {
        Published now = published;
        if (now != null) {
            now.cells.values().stream().filter(cell -> !cell.newest().removed).forEach(cell -> keys.accept(cell.key()));
        }
    }

    /** Where the view stands, or null if there is none. Any thread. */
    public ViewCut cut() {
        Published now = published;
        return now == null ? null : now.cut;
    }

    /** W, or -1 if there is no view. Any thread. */
    public long sequence() {
        Published now = published;
        return now == null ? -1 : now.cut.to();
    }

    /** Number of counters in the table. Any thread. */
    public long keys() {
        Published now = published;
        return now == null ? 0 : now.cells.mappingCount();
    }

    /** Times that the view was dropped. Any thread. */
    public long resyncs() {
        return resyncs;
    }

    /** What readers see now; null if there is no view. Any thread. */
    Published published() {
        return published;
    }

    /** Replaces all counters by those of a checkpoint. Thread view-table. */
    void publish(ViewRows rows, ViewCut cut) {
        changed = new ArrayList<>();
        published = new Published(rows.cells(), rows.seed(), cut, 0);
        listeners.forEach(Runnable::run);
        followers.forEach(follower -> follower.loaded(cut));
    }

    /** Drops all counters: from now on the lane answers. Thread view-table. */
    void drop() {
        resyncs++;
        changed = new ArrayList<>();
        published = null;
        listeners.forEach(Runnable::run);
        followers.forEach(ViewFollower::dropped);
    }

    /** Applies all parts of one pack that begins at or before W. Thread view-table. */
    void apply(List<? extends ViewPack> parts) {
        Published before = published;
        ViewPack any = parts.get(0);
        Changes changes = new Changes(before, any.to());
        parts.forEach(part -> part.forEach(changes));
        ViewCut cut = new ViewCut(
                any.topicHash(), any.sequenceBase(), any.epoch(), any.leadSequence(), any.to(), any.logTime());
        published = new Published(before.cells, before.seed, cut, before.packs + 1);
        settle(before);
        changed = changes.cells;
        listeners.forEach(Runnable::run);
        followers.forEach(follower -> follower.applied(cut, changes));
    }

    /**
     * Frees what no reader needs that took W after the pack before: the older versions of its cells, and the counters
     * that it removed. A reader that took W earlier starts over, as two packs have ended since.
     */
    private void settle(Published before) {
        for (CounterCell cell : changed) {
            CounterVersion newest = cell.newest();
            if (newest.to > before.cut.to()) {
                continue;
            }
            cell.settle();
            if (newest.removed) {
                before.cells.remove(cell);
            }
        }
    }

    /** Writes the counters of a pack into the cells. */
    private static final class Changes implements ViewPack.Sink, ViewFollower.Changed {
        final List<CounterCell> cells = new ArrayList<>();
        private final ConcurrentHashMap<Object, CounterCell> table;
        private final KeyProbe probe;
        private final long to;

        Changes(Published before, long to) {
            table = before.cells;
            probe = new KeyProbe(before.seed);
            this.to = to;
        }

        @Override
        public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
            CounterVersion next = new CounterVersion(to, false, value, version, held, confirmed);
            CounterCell cell = table.get(probe.of(key, length));
            if (cell == null) {
                cell = probe.cell(next, CounterVersion.ABSENT);
                table.put(cell, cell);
            } else {
                cell.change(next);
            }
            cells.add(cell);
        }

        @Override
        public int size() {
            return cells.size();
        }

        @Override
        public byte[] key(int i) {
            return cells.get(i).key();
        }

        @Override
        public boolean removed(int i) {
            return cells.get(i).newest().removed;
        }

        @Override
        public void removed(byte[] key, int length) {
            CounterCell cell = table.get(probe.of(key, length));
            // Removed again: nothing changes, so that the cell goes with the pack that removed it first.
            if (cell != null && !cell.newest().removed) {
                cell.change(CounterVersion.removed(to));
                cells.add(cell);
            }
        }
    }
}
