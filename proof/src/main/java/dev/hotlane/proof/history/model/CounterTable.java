package dev.hotlane.proof.history.model;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * All counters, and what the command at hand has changed of them so far: all of that is kept or dropped. Belongs to one
 * thread.
 */
public final class CounterTable {
    private static final long NANOS = 1_000_000;

    private final Map<String, Counter> all = new HashMap<>();
    private final Map<String, Counter> touched = new HashMap<>();
    private long logTime;

    /** Buckets that are full by then are forgotten. */
    void at(long newLogTime) {
        logTime = newLogTime;
    }

    /** As the command at hand sees it. */
    Counter get(String key) {
        Counter changed = touched.get(key);
        return changed != null ? changed : current(all.getOrDefault(key, Counter.ABSENT));
    }

    /** As the last command left it. */
    public Counter read(String key) {
        return current(all.getOrDefault(key, Counter.ABSENT));
    }

    private Counter current(Counter counter) {
        boolean full = counter.bucket() && counter.value() <= logTime * NANOS;
        return full ? counter.removed().holding(counter.held(), counter.confirmed()) : counter;
    }

    void put(String key, Counter counter) {
        touched.put(key, counter);
    }

    /** What was changed is so from now on. */
    void keep() {
        touched.forEach((key, counter) -> {
            if (counter.isNothing()) {
                all.remove(key);
            } else {
                all.put(key, counter);
            }
        });
        touched.clear();
    }

    /** Nothing was changed. */
    void drop() {
        touched.clear();
    }

    /** Every counter that is there: buckets that are full are not. */
    public Map<String, Counter> there() {
        Map<String, Counter> there = new HashMap<>();
        all.forEach((key, counter) -> {
            if (!current(counter).isNothing()) {
                there.put(key, counter);
            }
        });
        return Collections.unmodifiableMap(there);
    }
}
