package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.CounterCell;
import dev.hotlane.gateway.view.CounterVersion;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.json.JsonText;
import java.util.Collection;

/** The counters of a board as of one cut. Thread {@code view-table} makes it; immutable but for {@link #end}. */
final class BoardCopy {
    private static final byte[] BEGIN = JsonText.ascii("{\"counters\":[");
    private static final byte[] END = JsonText.ascii("]}");

    private final long load;
    private final ViewCut cut;
    private final long nanos;
    private final byte[][] keys;
    private final CounterVersion[] versions;
    private final long fullAtNanos;

    /** The last cut as of which these values held; null while they hold. */
    private volatile ViewCut end;

    /**
     * A copy of these counters.
     *
     * @param load number of the load that filled the view
     * @param nanos nanoTime
     */
    BoardCopy(long load, ViewCut cut, Collection<CounterCell> counters, long nanos) {
        this.load = load;
        this.cut = cut;
        this.nanos = nanos;
        keys = new byte[counters.size()][];
        versions = new CounterVersion[counters.size()];
        long now = Gcra.nanos(cut.logTime());
        long first = Long.MAX_VALUE;
        int i = 0;
        for (CounterCell counter : counters) {
            keys[i] = counter.key();
            versions[i] = counter.newest();
            if (versions[i].version(now) != 0) {
                first = Math.min(first, versions[i].fullAtNanos());
            }
            i++;
        }
        fullAtNanos = first;
    }

    /** Which load of the view it is of. */
    long load() {
        return load;
    }

    /** When it was made, nanoTime. */
    long nanos() {
        return nanos;
    }

    /** The cut that it is as of. */
    ViewCut cut() {
        return cut;
    }

    /** The last cut as of which these values held; null while they hold. Any thread. */
    ViewCut end() {
        return end;
    }

    /** The values hold no longer; {@code last} is the last cut as of which they did. Thread view-table. */
    void end(ViewCut last) {
        if (end == null) {
            end = last;
        }
    }

    /** Whether a bucket of it equals an absent counter at this cut, and did not before. */
    boolean isOutdatedBy(ViewCut now) {
        return fullAtNanos <= Gcra.nanos(now.logTime());
    }

    /** Writes the document; counters of version 0 are left out. Any thread. */
    void write(JsonText out) {
        long now = Gcra.nanos(cut.logTime());
        out.raw(BEGIN);
        boolean first = true;
        for (int i = 0; i < keys.length; i++) {
            if (versions[i].version(now) != 0) {
                if (!first) {
                    out.raw(',');
                }
                first = false;
                versions[i].write(keys[i], now, out);
            }
        }
        out.raw(END);
    }
}
