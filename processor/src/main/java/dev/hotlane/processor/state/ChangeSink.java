package dev.hotlane.processor.state;

/** Receives changes; the key is valid during the call. */
public interface ChangeSink {
    /** Latest value of a counter. */
    void counter(byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed);

    /** The counter was removed. */
    void removed(byte[] key, int offset, int length, long hash);
}
