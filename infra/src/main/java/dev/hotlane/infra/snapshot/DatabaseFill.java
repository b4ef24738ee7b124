package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointRestore;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Meta;

/** Passes a checkpoint on to a database that is being filled. One thread. */
record DatabaseFill(CheckpointRestore database) implements CheckpointSink {
    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {
        database.meta(identity, fenceEpoch, cut);
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        database.counter(key, Hash.of(key, 0, key.length, 0), value, version, held, confirmed);
    }

    @Override
    public void hold(OpenHold hold) {
        database.hold(hold);
    }

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {
        database.resolved(sequence, source, offset, length);
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        database.packed(sequence, source, offset, length);
    }
}
