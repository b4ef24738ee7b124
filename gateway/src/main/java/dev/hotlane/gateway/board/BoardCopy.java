package dev.hotlane.gateway.board;

import dev.hotlane.gateway.view.CounterCell;
import dev.hotlane.gateway.view.CounterVersion;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.json.JsonText;
import java.util.Collection;

/**
 * The counters of a board as of one cut, until they are written. Thread {@code view-table} makes it; immutable.
 *
 * @param stamp what it is as of
 * @param keys in their order
 * @param versions the values of each key, those of version 0 too
 */
record BoardCopy(BoardStamp stamp, byte[][] keys, CounterVersion[] versions) {
    private static final byte[] BEGIN = JsonText.ascii("{\"counters\":[");
    private static final byte[] END = JsonText.ascii("]}");

    /** Copies the counters as they are now. */
    static BoardCopy of(long load, ViewCut cut, long nanos, Collection<CounterCell> counters) {
        byte[][] keys = new byte[counters.size()][];
        CounterVersion[] versions = new CounterVersion[counters.size()];
        long now = Gcra.nanos(cut.logTime());
        long fullAtNanos = Long.MAX_VALUE;
        int i = 0;
        for (CounterCell counter : counters) {
            keys[i] = counter.key();
            versions[i] = counter.newest();
            if (versions[i].version(now) != 0) {
                fullAtNanos = Math.min(fullAtNanos, versions[i].fullAtNanos());
            }
            i++;
        }
        return new BoardCopy(new BoardStamp(load, cut, nanos, fullAtNanos), keys, versions);
    }

    /** Writes the document; counters of version 0 are left out. Any thread. */
    void write(JsonText out) {
        long now = Gcra.nanos(stamp.cut().logTime());
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
