package dev.hotlane.protocol;

/**
 * Counters as of the end of one record: every counter that a record of the range (from, to] changed, with its values
 * after {@code to}. Both are sequences. The pack of a topic and the pack in memory mean the same. Read by one thread,
 * and only until the reader returns it.
 */
public interface ViewPack {
    /** XXH64 of the command topic's id, which names the log. */
    long topicHash();

    /** Sequence minus offset: another base is another history. */
    long sequenceBase();

    /** Epoch of the leader that reigned after {@link #to}. */
    long epoch();

    /**
     * Sequence of the LEAD that began the epoch. In memory -1 if the checkpoint that the packs follow includes it; a
     * leader's packs always have it, as it has applied its own LEAD.
     */
    long leadSequence();

    /** Sequence that the pack begins after. */
    long from();

    /** Sequence of the last record that the pack includes. */
    long to();

    /** Log time T after {@link #to}, epoch milliseconds. */
    long logTime();

    /** Number of this part, from 0. */
    int part();

    /** Parts of the range; a part has some of its counters. */
    int parts();

    /** Whether a SKIP took effect within the range, so values before {@link #from} may be of another history. */
    boolean reset();

    /** Number of counters in this part. */
    int size();

    /** Passes the counters of this part to {@code sink}. */
    void forEach(Sink sink);

    /** Receives the counters of a pack. The array of the key is the caller's and valid during the call. */
    interface Sink {
        /** Values of a counter; a negative version marks a bucket. */
        void counter(byte[] key, int length, long value, long version, long held, long confirmed);

        /** The counter was removed. */
        void removed(byte[] key, int length);
    }
}
