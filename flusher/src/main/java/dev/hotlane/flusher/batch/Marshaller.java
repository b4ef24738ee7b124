package dev.hotlane.flusher.batch;

/**
 * Keeps the latest values of the keys that events name, until its writer takes them. Owned by one thread, which never
 * waits for SQL: while the writer is busy or away, events coalesce, so memory is bounded by the changed keys. The
 * values of {@link HBatching} hold for one offset, those of {@link VBatching} for none.
 */
public interface Marshaller {
    /** The key's values after this event. The latest call for a key wins. The hash is any good 64-bit hash of it. */
    void counter(byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed);

    /** The key is removed. */
    void removed(byte[] key, int offset, int length, long hash);

    /** True when the writer should get the values. Cheap, but it may read the clock: call it once per ring batch. */
    boolean due();
}
