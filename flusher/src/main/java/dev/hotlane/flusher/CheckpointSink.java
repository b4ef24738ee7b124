package dev.hotlane.flusher;

/**
 * Receives a checkpoint: the meta row first, then counters in key order (unsigned bytes), then packed entries in offset
 * order. All of it is one consistent snapshot. Called on the loading thread.
 */
public interface CheckpointSink {
    /** The meta row, once, before all else. fenceEpoch is what the last writer raised it to. */
    void meta(Identity identity, long fenceEpoch, Cut cut);

    /** One counter. The key array is the callee's to keep. */
    void counter(byte[] key, long value, long version, long held, long confirmed);

    /** One packed entry at or above the window's start. The bytes are valid during the call only. */
    void packed(long offset, byte[] src, int off, int len);
}
