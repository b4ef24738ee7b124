package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;

/** Receives a checkpoint and keeps nothing of it: for a file that is read only as a check. Any thread. */
class Unread implements CheckpointSink {
    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {}

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {}

    @Override
    public void hold(OpenHold hold) {}

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {}

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {}
}
