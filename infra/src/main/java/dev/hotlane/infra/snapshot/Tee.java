package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;

/** Passes a checkpoint to two receivers, so that both get the same one. The thread of its caller. */
record Tee(CheckpointSink one, CheckpointSink other) implements CheckpointSink {
    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {
        one.meta(identity, fenceEpoch, cut);
        other.meta(identity, fenceEpoch, cut);
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        one.counter(key, value, version, held, confirmed);
        other.counter(key, value, version, held, confirmed);
    }

    @Override
    public void hold(OpenHold hold) {
        one.hold(hold);
        other.hold(hold);
    }

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {
        one.resolved(sequence, source, offset, length);
        other.resolved(sequence, source, offset, length);
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        one.packed(sequence, source, offset, length);
        other.packed(sequence, source, offset, length);
    }
}
