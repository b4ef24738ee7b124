package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Wakes thread view-table; null if it looks by itself. */
    private volatile Runnable waker;

    /** Cells whose counters the last pack removed. Thread view-table. */
    private List<CounterCell> emptied = new ArrayList<>();

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

    /** Passes each counter to {@code counters}, in no order. Complete on thread view-table only. */
    public void forEachCounter(Consumer<CounterCell> counters) {
        Published now = published;
        if (now != null) {
            now.cells.values().stream().filter(cell -> !cell.removed()).forEach(counters);
        }
    }

    /** Makes thread view-table call {@link ViewFollower#between} soon. Any thread. */
    public void wake() {
        Runnable task = waker;
        if (task != null) {
            task.run();
        }
    }

    /** Sets what wakes thread view-table where it rests. */
    void wakeBy(Runnable task) {
        waker = task;
    }

    /** Calls each follower between two packs; returns whether one has more to do. Thread view-table. */
    boolean between() {
        boolean more = false;
        for (ViewFollower follower : followers) {
            more |= follower.between();
        }
        return more;
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
        emptied = new ArrayList<>();
        published = new Published(rows.cells(), rows.seed(), cut, 0);
        listeners.forEach(Runnable::run);
        followers.forEach(follower -> follower.loaded(cut));
    }

    /** Drops all counters: from now on the lane answers. Thread view-table. */
    void drop() {
        resyncs++;
        emptied = new ArrayList<>();
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
        emptied = changes.emptied;
        listeners.forEach(Runnable::run);
        followers.forEach(follower -> follower.applied(cut, changes));
    }

    /**
     * Takes out the cells that the pack before emptied and this one did not change. A reader that took W before both
     * starts over, as two packs have ended since.
     */
    private void settle(Published before) {
        for (CounterCell cell : emptied) {
            if (cell.removed() && cell.changedAt() <= before.cut.to()) {
                before.cells.remove(cell);
            }
        }
    }

    /** Writes the counters of a pack into the cells. */
    private static final class Changes implements ViewPack.Sink, ViewFollower.Changed {
        final List<CounterCell> cells = new ArrayList<>();
        final List<CounterCell> emptied = new ArrayList<>();
        private final List<byte[]> removals = new ArrayList<>();
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
            CounterCell cell = table.get(probe.of(key, length));
            boolean added = cell == null;
            if (added) {
                cell = probe.cell();
            }
            if (cell.change(to, value, version, held, confirmed)) {
                cells.add(cell);
            }
            if (added) {
                table.put(cell, cell);
            }
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
            return cells.get(i).removed();
        }

        @Override
        public boolean existed(int i) {
            return cells.get(i).existed();
        }

        @Override
        public List<byte[]> removals() {
            return removals;
        }

        @Override
        public CounterCell counter(int i) {
            return cells.get(i);
        }

        @Override
        public void removed(byte[] key, int length) {
            CounterCell cell = table.get(probe.of(key, length));
            if (cell == null) {
                removals.add(Arrays.copyOf(key, length));
                return;
            }
            removals.add(cell.key());
            // Removed again: nothing changes, so that the cell goes with the pack that removed it first.
            if (!cell.removed()) {
                emptied.add(cell);
                if (cell.remove(to)) {
                    cells.add(cell);
                }
            }
        }
    }
}
