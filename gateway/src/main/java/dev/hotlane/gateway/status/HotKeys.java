package dev.hotlane.gateway.status;

import dev.hotlane.gateway.call.LogRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys that writes name most, of every 16th write: a space-saving sketch of 64 places. A key with more than a 64th of
 * the sampled uses has a place for certain. One event loop adds; any thread reads.
 */
public final class HotKeys {
    /** Keys that it follows. */
    static final int PLACES = 64;

    /** Every this many writes one is looked at. */
    static final int EVERY = 16;

    private final byte[][] keys = new byte[PLACES][];
    private final long[] uses = new long[PLACES];
    private final long[] before = new long[PLACES];
    private int writes;
    private int taken;
    private long sampled;

    /** An empty one. */
    HotKeys() {}

    /** Takes part in a write, if it is a sixteenth one. On its event loop. */
    public void see(LogRequest question) {
        if (question.writes() && ++writes % EVERY == 0) {
            for (int i = 0; i < question.opCount(); i++) {
                add(question.op(i).key());
            }
        }
    }

    /** Counts one use of a key. */
    synchronized void add(byte[] key) {
        sampled++;
        int least = 0;
        for (int i = 0; i < taken; i++) {
            if (Arrays.equals(keys[i], key)) {
                uses[i]++;
                return;
            }
            least = uses[i] < uses[least] ? i : least;
        }
        if (taken < PLACES) {
            keys[taken] = key;
            uses[taken++] = 1;
            return;
        }
        // The new key may have been used as often as the one it displaces.
        keys[least] = key;
        before[least] = uses[least]++;
    }

    /**
     * One key of several sketches.
     *
     * @param key of a counter or bucket
     * @param uses at most this many of the sampled ops name it
     * @param certain at least this many of them do
     */
    public record HotKey(byte[] key, long uses, long certain) {}

    /**
     * The most used keys of some sketches.
     *
     * @param sampled sampled uses of all keys
     * @param keys the most used first
     */
    record Top(long sampled, List<HotKey> keys) {}

    /** The most used keys of all these sketches. */
    static Top top(List<HotKeys> sketches, int most) {
        Map<String, HotKey> all = new HashMap<>();
        long sampled = 0;
        for (HotKeys sketch : sketches) {
            sampled += sketch.addTo(all);
        }
        Map<String, HotKey> byName = new TreeMap<>(all);
        List<HotKey> keys = byName.values().stream()
                .sorted((a, b) -> Long.compare(b.uses, a.uses))
                .limit(most)
                .toList();
        return new Top(sampled, keys);
    }

    private synchronized long addTo(Map<String, HotKey> all) {
        for (int i = 0; i < taken; i++) {
            HotKey own = new HotKey(keys[i], uses[i], uses[i] - before[i]);
            all.merge(
                    Arrays.toString(keys[i]), own, (a, b) -> new HotKey(a.key, a.uses + b.uses, a.certain + b.certain));
        }
        return sampled;
    }
}
