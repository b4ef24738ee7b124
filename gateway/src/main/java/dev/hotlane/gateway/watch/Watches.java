package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewFollower;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.gateway.view.ViewTable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The streams of a gateway that watch its view. Thread {@code view-table} marks the keys that a pack changed in the queue of
 * each event loop that watches them, and then the pack's cut. So an event loop that reads the mark first has all changes up
 * to it in its queue.
 */
public final class Watches implements ViewFollower {
    private final ViewTable table;
    private final String lane;
    private final BoardSource boards;
    private final int removedKept;
    private final long seed = new SecureRandom().nextLong();
    private final WatchedKey.Probe changed = new WatchedKey.Probe(seed);
    private final List<WatchLoop> loops = new CopyOnWriteArrayList<>();
    private final StreamPlaces places;
    private final WatchCounts counts;

    /** Up to where changes are marked; null while there is no view. */
    private volatile WatchMark mark;

    private volatile boolean listWanted;
    private long generations;

    /** Where the view stood before it was dropped; null if it never was. Thread view-table. */
    private ViewCut last;

    /**
     * Without a stream; follows the table from its first load on, behind the boards.
     *
     * @param lane name of the lane
     * @param boards lists boards
     * @param streamsMax most open streams
     * @param removedKept how many removed counters are kept for clients that come again
     */
    public Watches(ViewTable table, String lane, BoardSource boards, int streamsMax, int removedKept) {
        this.table = table;
        this.lane = lane;
        this.boards = boards;
        places = new StreamPlaces(streamsMax);
        counts = new WatchCounts(places);
        this.removedKept = removedKept;
        table.follow(this);
    }

    /** As the other; removed counters are kept by their usual number. */
    public Watches(ViewTable table, String lane, BoardSource boards, int streamsMax) {
        this(table, lane, boards, streamsMax, RemovedKeys.KEPT);
    }

    /**
     * Adds the streams of one event loop. Any thread.
     *
     * @param loop the event loop
     * @param clock returns nanoTime
     * @param random draws how long each client waits before it opens its stream again
     * @param takeMax longest time for which a client does not take what was written; then its connection is closed
     */
    public WatchLoop loop(ScheduledExecutorService loop, LongSupplier clock, RandomGenerator random, Duration takeMax) {
        WatchLoop added = new WatchLoop(this, new ViewRead(table), loop, clock, random, takeMax);
        loops.add(added);
        return added;
    }

    @Override
    public void loaded(ViewCut at) {
        generations++;
        // The log may have been rewritten since the view was dropped: ids up to the former W, itself too, mean nothing.
        boolean same = last != null && last.topicHash() == at.topicHash();
        long known = same ? Math.max(at.to(), last.to() + 1) : at.to();
        RemovedKeys removed = new RemovedKeys(removedKept, known);
        mark = new WatchMark(generations, at, removed, EventId.prefix(lane, at.topicHash()));
        list();
    }

    @Override
    public void applied(ViewCut at, Changed changes) {
        WatchMark before = mark;
        boolean watched = counts.streams() > 0;
        for (int i = 0; watched && i < changes.size(); i++) {
            byte[] key = changes.key(i);
            changed.of(key);
            for (WatchLoop loop : loops) {
                loop.keys.mark(changed, key);
            }
        }
        changes.removals().forEach(key -> before.removed().add(key, at.to()));
        mark = new WatchMark(before.generation(), at, before.removed(), before.idPrefix());
    }

    @Override
    public void dropped() {
        last = mark == null ? last : mark.cut();
        mark = null;
    }

    @Override
    public boolean between() {
        if (listWanted && mark != null) {
            list();
        }
        return false;
    }

    private void list() {
        listWanted = false;
        for (WatchLoop loop : loops) {
            loop.keys.list(boards, mark.generation());
        }
    }

    /** A board that no stream of its event loop watched before must be listed. Any thread. */
    void listBoards() {
        listWanted = true;
        table.wake();
    }

    /** Up to where changes are marked; null while there is no view. Any thread. */
    WatchMark mark() {
        return mark;
    }

    /** Sequence up to which changes are marked; -1 while there is no view. Any thread. */
    public long sequence() {
        WatchMark at = mark;
        return at == null ? -1 : at.cut().to();
    }

    /**
     * Whether a stream with this id of this lane may begin: the view has its state, or never had it. Any thread.
     */
    public boolean reaches(EventId after) {
        WatchMark at = mark;
        return at != null
                && (at.cut().topicHash() != after.topicHash() || at.cut().to() >= after.sequence());
    }

    /** Name of the lane. Any thread. */
    public String lane() {
        return lane;
    }

    /** What is counted. Any thread. */
    public WatchCounts counts() {
        return counts;
    }

    /** The places of streams, which other kinds of streams take too. Any thread. */
    public StreamPlaces places() {
        return places;
    }

    /** Finds watched keys; belongs to the thread that takes it. */
    WatchedKey.Probe probe() {
        return new WatchedKey.Probe(seed);
    }
}
