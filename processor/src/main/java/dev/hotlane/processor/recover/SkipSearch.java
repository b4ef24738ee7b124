package dev.hotlane.processor.recover;

import dev.hotlane.flusher.Cut;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.SkipScan;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for SKIPs behind the checkpoint while that is still being loaded, so that the search takes no time of its own.
 * Refuses nothing: what it does not come to, the starting thread searches again. Runs on the thread skips, with a consumer
 * of its own; owned by the starting thread.
 */
final class SkipSearch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SkipSearch.class);

    private final Consumer<byte[], byte[]> consumer;
    private final LogCheck check;
    private final Thread thread = new Thread(this::search, "skips");
    private final Cut cut = new Cut();
    private volatile Searched searched;

    /** All records from the checkpoint's next offset up to {@code end} were shown to the scan. */
    record Searched(SkipScan scan, long end) {}

    SkipSearch(LogClients clients, TopicPartition partition) {
        consumer = clients.reader();
        check = new LogCheck(consumer, partition);
        thread.setDaemon(true);
    }

    /** Starts at that checkpoint; a second call, when loading is tried again, is none. */
    void begin(Cut found) {
        if (thread.getState() == Thread.State.NEW) {
            cut.set(found);
            thread.start();
        }
    }

    private void search() {
        try {
            SkipScan scan = new SkipScan(cut.nextOffset);
            long end = check.end();
            check.skips(scan, cut, cut.nextOffset, end);
            searched = new Searched(scan, Math.max(end, cut.nextOffset));
        } catch (RuntimeException e) {
            log.debug("the search for SKIPs beside the load ended early", e);
        }
    }

    /** What was searched from that checkpoint on, waiting for it to end; nothing if it did not begin there or failed. */
    Searched from(Cut loaded) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean same = searched != null && cut.nextOffset == loaded.nextOffset;
        return same ? searched : new Searched(new SkipScan(loaded.nextOffset), loaded.nextOffset);
    }

    /** Ends it, whatever it has come to. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
