package dev.hotlane.gateway.watch;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The watched buckets that are not full, by the log time at which they will be: from then on a bucket equals an absent
 * counter, without a change of it. Belongs to one event loop.
 */
final class FullBuckets {
    private final TreeSet<WatchedKey> waiting = new TreeSet<>(Comparator.<WatchedKey>comparingLong(key -> key.fullNanos)
            .thenComparing(key -> key.key, java.util.Arrays::compare));

    /** Sets when a bucket is full, in ns of log time; 0 if the counter is none, or full. */
    void set(WatchedKey key, long nanos) {
        if (key.fullNanos != nanos) {
            if (key.fullNanos != 0) {
                waiting.remove(key);
            }
            key.fullNanos = nanos;
            if (nanos != 0) {
                waiting.add(key);
            }
        }
    }

    /** Takes out each bucket that is full at this log time, in ns. */
    void full(long nanos, Consumer<WatchedKey> found) {
        while (!waiting.isEmpty() && waiting.first().fullNanos <= nanos) {
            WatchedKey key = waiting.pollFirst();
            key.fullNanos = 0;
            found.accept(key);
        }
    }
}
