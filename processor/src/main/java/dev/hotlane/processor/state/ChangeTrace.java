package dev.hotlane.processor.state;

import java.util.Arrays;

/**
 * The numbers of each counter before each change of a record, and the cause of the change. Only followers that ask for
 * it have one, in their {@link Effects}. Owned by the thread that applies; allocates only to grow.
 */
public final class ChangeTrace {
    /** {@link Sink#change}'s number of the expired hold, for a change that no expiry caused. */
    public static final int NO_EXPIRY = -1;

    private static final int NUMBERS = 4;
    private static final int OF_COMMAND = -1;
    private static final int OF_BUCKET = -2;

    private long[] before = new long[NUMBERS * 16];
    private int[] causes = new int[16];
    private int count;
    private int expiries;
    private int cause;

    /** What caused a change. */
    public enum Cause {
        /** The command of the record. */
        COMMAND,
        /** The expiry of a hold, for which the record's time came. */
        EXPIRY,
        /** A token bucket was full again, so that its row was removed. */
        BUCKET_FULL
    }

    /**
     * One change of one counter by one record. The key is valid during the call. A removed counter has value, version,
     * held and confirmed 0. A version below 0 marks a token bucket.
     *
     * @param before value, version, held and confirmed before the change; an absent counter has only 0
     * @param expiry n if the n-th hold that the record resolved caused it by its expiry, from 0; else NO_EXPIRY
     */
    public record Change(byte[] key, int offset, int length, Numbers before, Numbers after, Cause cause, int expiry) {
        /** Whether the counter is gone. */
        public boolean removed() {
            return after.equals(Numbers.ABSENT);
        }
    }

    /** The numbers of a counter. */
    public record Numbers(long value, long version, long held, long confirmed) {
        /** Those of an absent counter. */
        public static final Numbers ABSENT = new Numbers(0, 0, 0, 0);
    }

    /** Receives the changes of a record in their order; a counter that changed twice comes twice. */
    public interface Sink {
        /** One change. */
        void change(Change change);
    }

    /** A trace for one {@link Effects}. */
    public ChangeTrace() {}

    void begin() {
        count = 0;
        expiries = 0;
        cause = OF_COMMAND;
    }

    void expiring() {
        cause = expiries++;
    }

    void expired() {
        cause = OF_COMMAND;
    }

    void before(Counters counters, int slot) {
        before(counters.value(slot), counters.version(slot), counters.held(slot), counters.confirmed(slot));
    }

    void bucket(Counters counters, int slot) {
        int ofRecord = cause;
        cause = OF_BUCKET;
        before(counters, slot);
        cause = ofRecord;
    }

    void before(long value, long version, long held, long confirmed) {
        if (count == causes.length) {
            causes = Arrays.copyOf(causes, 2 * count);
            before = Arrays.copyOf(before, 2 * before.length);
        }
        int at = NUMBERS * count;
        before[at] = value;
        before[at + 1] = version;
        before[at + 2] = held;
        before[at + 3] = confirmed;
        causes[count++] = cause;
    }

    /** Number of holds that the record expired; they are the first that it resolved. */
    public int expiries() {
        return expiries;
    }

    /** Passes the changes of the last record of {@code effects}, which this trace belongs to, to {@code sink}. */
    public void forEach(Effects effects, Sink sink) {
        effects.forEachChange(new ChangeSink() {
            private int next;

            @Override
            public void counter(
                    byte[] key, int at, int length, long hash, long value, long version, long held, long confirmed) {
                pass(key, at, length, new Numbers(value, version, held, confirmed));
            }

            @Override
            public void removed(byte[] key, int at, int length, long hash) {
                pass(key, at, length, Numbers.ABSENT);
            }

            private void pass(byte[] key, int at, int length, Numbers after) {
                int i = next++;
                int why = causes[i];
                Cause named = why == OF_COMMAND ? Cause.COMMAND : why == OF_BUCKET ? Cause.BUCKET_FULL : Cause.EXPIRY;
                int expiry = named == Cause.EXPIRY ? why : NO_EXPIRY;
                sink.change(new Change(key, at, length, numbers(i), after, named, expiry));
            }
        });
    }

    private Numbers numbers(int i) {
        int at = NUMBERS * i;
        return new Numbers(before[at], before[at + 1], before[at + 2], before[at + 3]);
    }
}
