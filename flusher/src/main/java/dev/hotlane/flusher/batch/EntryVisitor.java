package dev.hotlane.flusher.batch;

/** Receives the entries of a {@link DirtyMap}, on the thread that calls {@link DirtyMap#forEach}. */
@FunctionalInterface
public interface EntryVisitor {
    /** One key, in the first bytes of the array during the call; its values are undefined if it is removed. */
    void entry(byte[] key, int length, boolean removed, long value, long version, long held, long confirmed);
}
