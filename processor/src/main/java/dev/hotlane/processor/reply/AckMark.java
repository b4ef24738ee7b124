package dev.hotlane.processor.reply;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The contiguous mark: every reply of an offset below it is acknowledged, or there was none to send. Offsets come in
 * batches of the ring; a batch is settled when it is closed and every record it sent is acknowledged.
 *
 * <p>The reply thread opens, adds and closes, one batch at a time; any thread settles and reads. Memory is bounded by
 * the producer's unacknowledged records and the held replies: a batch without either is never kept.
 */
public final class AckMark implements LongSupplier {
    private final ArrayDeque<Batch> unsettled = new ArrayDeque<>();
    private volatile long mark;

    /** @param start offset of the first record to come */
    public AckMark(long start) {
        mark = start;
    }

    /** A run of offsets and the number of its records not yet acknowledged. Guarded by its mark's lock. */
    public static final class Batch {
        private long end;
        private boolean closed;
        private int outstanding;

        private Batch() {}

        private boolean settled() {
            return closed && outstanding == 0;
        }
    }

    /** Begins the next batch. */
    public synchronized Batch open() {
        Batch batch = new Batch();
        unsettled.add(batch);
        return batch;
    }

    /** Adds a record that must be acknowledged for this batch. */
    public synchronized void add(Batch batch) {
        if (batch.closed) {
            throw new IllegalStateException("a closed batch takes no more records");
        }
        batch.outstanding++;
    }

    /** The batch covers all offsets below {@code end} that no earlier batch covers. */
    public synchronized void close(Batch batch, long end) {
        batch.end = end;
        batch.closed = true;
        advance();
    }

    /** A record of this batch is acknowledged, or will never be sent. Any thread. */
    public synchronized void settle(Batch batch) {
        if (batch.outstanding == 0) {
            throw new IllegalStateException("acknowledged more records than were sent");
        }
        batch.outstanding--;
        advance();
    }

    private void advance() {
        Batch first;
        while ((first = unsettled.peek()) != null && first.settled()) {
            unsettled.remove();
            mark = first.end;
        }
    }

    /** The mark, as an offset of the command topic. Any thread. */
    @Override
    public long getAsLong() {
        return mark;
    }
}
