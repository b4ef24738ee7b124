package dev.hotlane.processor.state;

import dev.hotlane.protocol.Op;

/** Reads the rows of all counters. On the thread that owns them. */
final class CounterRows {
    private final Counters counters;
    private final byte[] key = new byte[Op.KEY_LENGTH_MAX + Long.BYTES];

    CounterRows(Counters counters) {
        this.counters = counters;
    }

    /** Passes each row to {@code sink}, in no order. */
    void forEach(CounterSink sink) {
        counters.index().forEach(reference -> {
            int slot = (int) reference;
            if (counters.stands(slot)) {
                sink.counter(
                        key,
                        counters.copyKey(slot, key),
                        counters.value(slot),
                        counters.version(slot),
                        counters.held(slot),
                        counters.confirmed(slot));
            }
        });
    }
}
