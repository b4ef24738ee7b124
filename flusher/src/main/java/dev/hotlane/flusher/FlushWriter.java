package dev.hotlane.flusher;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The only writer of the checkpoint: takes a frozen batch, waits until every reply below its cut is acknowledged and
 * commits it in one transaction. Owns the thread flush-writer and one connection. While MySQL is away it retries for
 * ever; a refusal that retrying cannot cure goes to the fatal callback, once, and ends the thread. Does nothing until
 * {@link #fence} has succeeded.
 */
public final class FlushWriter implements BatchExchange, AutoCloseable {
    private final long dirtySince;

    /**
     * @param dirtySince offset of the checkpoint that the state was loaded from: the dirty set knows all changes since
     * @param ackedMark every reply below this offset is acknowledged; read on the flush-writer thread
     * @param fatal called at most once, on the flush-writer thread
     */
    public FlushWriter(
            FlushSettings settings,
            String topicId,
            long dirtySince,
            LongSupplier ackedMark,
            FlushListener listener,
            Consumer<FlusherException> fatal) {
        this.dirtySince = dirtySince;
    }

    /** Starts the thread. */
    public void start() {}

    /** Asks for the right to write as leader of this epoch. Returns at once; any thread. */
    public void fence(long epoch) {}

    /** True once the fence is raised for the latest epoch asked for. Any thread. */
    public boolean fenced() {
        return false;
    }

    @Override
    public boolean ready() {
        return false;
    }

    @Override
    public long flushedOffset() {
        return dirtySince;
    }

    @Override
    public Batch exchange(Batch frozen) {
        throw new IllegalStateException("not ready");
    }

    /** Number of attempts failed since the last success; 0 while all is well. Any thread. */
    public int failures() {
        return 0;
    }

    /** Message of the last failure, null while all is well. Any thread. */
    public String lastFailure() {
        return null;
    }

    /** Waits until the batch in hand, if any, is committed; false when the time is over before. Any thread but its own. */
    public boolean drain(Duration atMost) {
        return true;
    }

    /** Ends the thread and the connection; a transaction under way is rolled back. Returns within a few seconds. */
    @Override
    public void close() {}
}
