package dev.hotlane.gateway.view;

import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.json.JsonText;
import java.util.List;

/**
 * Reads counters from the table, all as of one cut. After a successful {@link #take} it has their values until the next
 * one. Belongs to one event loop.
 */
public final class ViewRead {
    private static final int TRIES = 3;

    private final ViewTable table;
    private KeyProbe probe;
    private long seed;
    private CounterVersion[] found = new CounterVersion[1];
    private ViewCut cut;

    public ViewRead(ViewTable table) {
        this.table = table;
    }

    /** Reads these counters; returns false if there is no view, or if packs outran the reader three times. */
    public boolean take(List<byte[]> keys) {
        if (found.length < keys.size()) {
            found = new CounterVersion[keys.size()];
        }
        for (int i = 0; i < TRIES; i++) {
            ViewTable.Published from = table.published();
            if (from == null) {
                return false;
            }
            if (collect(keys, from) && !from.outdatedBy(table.published())) {
                cut = from.cut();
                return true;
            }
        }
        return false;
    }

    private boolean collect(List<byte[]> keys, ViewTable.Published from) {
        if (probe == null || seed != from.seed()) {
            seed = from.seed();
            probe = new KeyProbe(seed);
        }
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            CounterCell cell = from.cells().get(probe.of(key, key.length));
            CounterVersion version =
                    cell == null ? CounterVersion.ABSENT : cell.at(from.cut().to());
            if (version == null) {
                return false;
            }
            found[i] = version;
        }
        return true;
    }

    /** The cut that all counters are as of. */
    public ViewCut cut() {
        return cut;
    }

    /** Whether counter i exists. */
    public boolean exists(int i) {
        return !found[i].removed;
    }

    /** Whether the body of counter i is that of a counter that does not exist. */
    public boolean isBlank(int i) {
        return found[i].isBlank(Gcra.nanos(cut.logTime()));
    }

    /** The version of counter i as its body has it, negative for a bucket that is not full. */
    public long version(int i) {
        return found[i].version(Gcra.nanos(cut.logTime()));
    }

    /** The value of counter i. */
    public long value(int i) {
        return found[i].value;
    }

    /** Writes the body of counter i, and returns the version for its ETag, or {@link CounterBody#NO_TAG}. */
    public long write(int i, byte[] key, JsonText out) {
        return found[i].write(key, Gcra.nanos(cut.logTime()), out);
    }
}
