package dev.hotlane.processor.view;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;

/**
 * The view of the gateway in the same process. First the rows of the checkpoint, on the starting thread; then packs, on
 * the thread view, each one only while {@link #idle}.
 */
public interface OwnView {
    /** A process without a gateway, or whose gateway has no view. */
    OwnView NONE = new OwnView() {
        @Override
        public void row(byte[] key, int length, long value, long version, long held, long confirmed) {
            throw new IllegalStateException("no view in this process");
        }

        @Override
        public void loaded(Meta cut, long topicHash) {
            throw new IllegalStateException("no view in this process");
        }

        @Override
        public boolean idle() {
            return false;
        }

        @Override
        public void take(ViewPack pack) {
            throw new IllegalStateException("no view in this process");
        }
    };

    /** A counter of the checkpoint. The array of the key is the caller's; a negative version marks a bucket. */
    void row(byte[] key, int length, long value, long version, long held, long confirmed);

    /** All rows were passed: the view is as of the checkpoint {@code cut}. */
    void loaded(Meta cut, long topicHash);

    /** Whether the pack before is applied, so that its memory may be used again. */
    boolean idle();

    /** Takes a pack; it does not change before the view is {@link #idle} again. Never waits. */
    void take(ViewPack pack);
}
