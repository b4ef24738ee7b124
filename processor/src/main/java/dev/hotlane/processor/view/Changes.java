package dev.hotlane.processor.view;

import dev.hotlane.flusher.batch.DirtyMap;

/** What a range of the log changed: the latest values of its counters. Owned by one thread at a time. */
final class Changes {
    /** Values of the counters that changed; a tombstone for each one removed. */
    final DirtyMap counters = new DirtyMap();

    /** Whether a SKIP took effect within the range. */
    boolean reset;

    /** Adds the changes of the range that follows this one. */
    void append(Changes next) {
        counters.putAll(next.counters);
        reset |= next.reset;
    }

    /** Begins an empty range. */
    void clear() {
        counters.clear();
        reset = false;
    }
}
