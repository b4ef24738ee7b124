package dev.hotlane.flusher;

/** A sink that expects nothing; tests override what they expect. */
class Recorder implements CheckpointSink {
    @Override
    public void meta(Identity identity, long fenceEpoch, Cut cut) {
        throw new AssertionError("unexpected " + cut);
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        throw new AssertionError("unexpected counter");
    }

    @Override
    public void packed(long offset, byte[] src, int off, int len) {
        throw new AssertionError("unexpected entry " + offset);
    }
}
