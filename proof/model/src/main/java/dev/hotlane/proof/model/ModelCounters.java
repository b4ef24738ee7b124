package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** All counters, and how to take back what the command at hand wrote. Belongs to one thread. */
final class ModelCounters {
    /** A bucket and the nanosecond of log time at which it is full again. */
    private record Filling(long fullAt, String key) {}

    private static final long NANOS = 1_000_000;
    private static final Comparator<Filling> BY_TIME = Comparator.comparingLong(Filling::fullAt)
            .thenComparing(filling -> filling.key().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final TreeMap<String, Counter> rows = new TreeMap<>();
    private final TreeSet<Filling> buckets = new TreeSet<>(BY_TIME);
    private final Map<String, Counter> before = new LinkedHashMap<>();
    private long bytes;

    /** The counter as it is stored. */
    Counter row(String key) {
        return rows.getOrDefault(key, Counter.ABSENT);
    }

    /** The counter as a reader sees it: a bucket that is full again is as good as none. */
    Counter read(String key, long time) {
        Counter row = row(key);
        return isFull(row, time) ? new Counter(0, 0, row.held(), row.confirmed()) : row;
    }

    private static boolean isFull(Counter row, long time) {
        return row.bucket() && row.value() <= time * NANOS;
    }

    /** A counter without version, held and confirmed goes, unless {@code keep} says that it is still worked on. */
    void put(String key, Counter row, boolean keep) {
        before.putIfAbsent(key, row(key));
        store(key, row, keep);
    }

    private void store(String key, Counter row, boolean keep) {
        boolean gone = !keep && row.version() == 0 && row.held() == 0 && row.confirmed() == 0;
        Counter old = gone ? rows.remove(key) : rows.put(key, row);
        bytes -= old == null ? 0 : ModelBytes.counter(key, old);
        bytes += gone ? 0 : ModelBytes.counter(key, row);
        if (old != null && old.bucket()) {
            buckets.remove(new Filling(old.value(), key));
        }
        if (!gone && row.bucket()) {
            buckets.add(new Filling(row.value(), key));
        }
    }

    void remove(String key) {
        put(key, Counter.ABSENT, false);
    }

    /** Forgets a bucket that is full by then, for good: no rejection takes that back. */
    void forgetIfFull(String key, long time) {
        Counter row = row(key);
        if (isFull(row, time)) {
            store(key, new Counter(0, 0, row.held(), row.confirmed()), false);
        }
    }

    /** Forgets the buckets that are full by then, the longest full first, at most that many. */
    void forgetFull(long time, long most) {
        for (long left = most; left > 0 && !buckets.isEmpty(); left--) {
            if (buckets.first().fullAt() > time * NANOS) {
                return;
            }
            forgetIfFull(buckets.first().key(), time);
        }
    }

    /** What was written up to here stays. */
    void keep() {
        before.clear();
    }

    /** Takes back what was written since {@link #keep}. */
    void undo() {
        before.forEach((key, row) -> store(key, row, false));
        before.clear();
    }

    int size() {
        return rows.size();
    }

    /** Bytes of all rows. */
    long bytes() {
        return bytes;
    }

    /** All counters as they are stored, by key. */
    SortedMap<String, Counter> all() {
        return Collections.unmodifiableSortedMap(rows);
    }
}
