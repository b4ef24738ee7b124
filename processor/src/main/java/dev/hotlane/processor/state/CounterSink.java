package dev.hotlane.processor.state;

/** Receives the rows of all counters, those of absent counters with held or confirmed units included. */
public interface CounterSink {
    /** A row. The key is in the first bytes of the array during the call; a negative version marks a bucket. */
    void counter(byte[] key, int length, long value, long version, long held, long confirmed);
}
