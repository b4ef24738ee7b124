package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.protocol.Meta;

/**
 * Receives a checkpoint: the meta row first, then counters in key order (unsigned bytes), open holds in the order of
 * their creation, resolved holds and window entries in the order they were packed. All of it is one consistent
 * snapshot. Called on the loading thread.
 */
public interface CheckpointSink {
    /** The meta row, once, before all else. {@code fenceEpoch} is the epoch of the last writer. */
    void meta(Identity identity, long fenceEpoch, Meta cut);

    /** One counter. The callee may keep the key array. */
    void counter(byte[] key, long value, long version, long held, long confirmed);

    /** One open hold, as in its row; the meta row's openHolds calls in all. Valid during the call only. */
    void hold(OpenHold hold);

    /**
     * The image of one resolved hold at or above resolvedStart; several may share a sequence. The last resolvedCount
     * calls are the ones still kept. The bytes are valid during the call only.
     */
    void resolved(long resolvedSequence, byte[] src, int offset, int length);

    /**
     * One packed entry at or above windowStart; several may share a sequence. The last windowCount calls are the ones
     * still in the window. The bytes are valid during the call only.
     */
    void packed(long sequence, byte[] src, int offset, int length);
}
