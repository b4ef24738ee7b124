package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.CounterCell;
import dev.hotlane.gateway.view.ViewCut;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * All counters under one prefix. Thread {@code view-table} keeps their keys and copies them, thread {@code board} writes
 * the copy, event loops ask for it and read it.
 */
public final class Board {
    /** Most counters of a board; one that has more is not answered. */
    public static final int KEYS_MAX = 10_000;

    /** Least time between two copies. */
    static final long PACE_NANOS = Duration.ofMillis(50).toNanos();

    private final String name;
    private final byte[] prefix;
    private final BoardKeys keys = new BoardKeys();
    private final AtomicBoolean asked = new AtomicBoolean();

    /** Whether the pack that is being applied changed a counter. Thread view-table. */
    private boolean touched;

    /** That of the newest copy; null if there is none of this view. Thread view-table. */
    private BoardStamp newest;

    private volatile long count;
    private volatile long copiedNanos;
    private volatile boolean rendering;
    private volatile BoardText text;
    private volatile long renders;

    Board(String prefix, long nowNanos) {
        name = prefix;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        copiedNanos = nowNanos - PACE_NANOS;
    }

    /** The prefix. Any thread. */
    public String prefix() {
        return name;
    }

    /** Whether a counter with this key is on the board. Any thread. */
    public boolean has(byte[] key) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    /** Number of counters in the view, those of version 0 too. Any thread. */
    public long count() {
        return count;
    }

    /** Whether it has more counters than a board may have; then it is not answered. Any thread. */
    public boolean exceeded() {
        return count > KEYS_MAX;
    }

    /**
     * The keys of its counters in their order, those of version 0 too; none if it is {@link #exceeded}. Thread
     * view-table. Followers that were registered after the boards may ask while they are called.
     */
    public List<byte[]> keysInOrder() {
        return exceeded()
                ? List.of()
                : keys.inOrder().stream().map(CounterCell::key).toList();
    }

    /** Times that its document was written. Any thread. */
    public long renders() {
        return renders;
    }

    /** Bytes of the document's forms in memory. Any thread. */
    public long bytes() {
        BoardText now = text;
        return now == null ? 0 : (long) now.plain().length + now.gzip().length;
    }

    /** The newest document; null if there is none. Any thread. */
    BoardText text() {
        return text;
    }

    /** Asks for a new copy if one may be made now; returns whether this call did. Any thread. */
    boolean ask(long nowNanos) {
        boolean due = !rendering && nowNanos - copiedNanos >= PACE_NANOS;
        return due && asked.compareAndSet(false, true);
    }

    /** Whether a copy was asked for. Thread view-table, as all below. */
    boolean isAsked() {
        return asked.get();
    }

    /** A counter was loaded or came into being. */
    void add(CounterCell counter) {
        keys.add(counter);
        touched = true;
    }

    /** A counter does not exist any more. */
    void remove(byte[] key) {
        keys.remove(key);
        touched = true;
    }

    /** The values of a counter changed. */
    void touch() {
        touched = true;
    }

    /** The changes of a pack, or a load, are complete; {@code before} is the cut before it, or null. */
    void settle(ViewCut before, ViewCut at) {
        if (newest != null && (touched || newest.isOutdatedBy(at))) {
            newest.end(before);
        }
        touched = false;
        count = keys.count();
        if (exceeded()) {
            newest = null;
            text = null;
        }
    }

    /** Forgets everything. */
    void clear() {
        keys.clear();
        count = 0;
        newest = null;
        text = null;
        touched = false;
    }

    /** Whether its counters were only counted, and are few enough by now. */
    boolean mustCollect() {
        return keys.mustCollect();
    }

    /** Takes all counters of the view that are on the board. */
    void collect(Iterable<CounterCell> counters) {
        keys.clear();
        counters.forEach(keys::add);
    }

    /** Copies the counters, unless a copy is being written or the document of the last one holds; then it returns null. */
    BoardCopy copy(long load, ViewCut cut, long nowNanos) {
        asked.set(false);
        // An ask may have begun before the copy that is being written was made. Read first: once false, its document is
        // there.
        boolean busy = rendering;
        BoardText written = text;
        boolean holds = written != null && written.stamp() == newest && newest.end() == null;
        if (busy || exceeded() || holds) {
            return null;
        }
        BoardCopy copy = BoardCopy.of(load, cut, nowNanos, keys.inOrder());
        newest = copy.stamp();
        copiedNanos = nowNanos;
        rendering = true;
        return copy;
    }

    /** The copy was written; null if that failed. Thread board. */
    void rendered(BoardText made) {
        if (made != null) {
            text = made;
            renders++;
        }
        rendering = false;
    }

    @Override
    public String toString() {
        return name;
    }
}
