package dev.hotlane.processor.recover;

import dev.hotlane.processor.log.LogClients;
import dev.hotlane.protocol.Meta;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches for SKIPs and RULES behind the checkpoint while the checkpoint is being loaded, so that the search takes no extra
 * time. Rejects nothing: the starting thread searches what is left. Runs on the thread skips, with its own consumer;
 * owned by the starting thread.
 */
final class SkipSearch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SkipSearch.class);

    private final Consumer<byte[], byte[]> consumer;
    private final LogCheck check;
    private final Thread thread = new Thread(this::search, "skips");
    private final Meta cut = new Meta();
    private volatile Searched searched;

    /** The scan has received all records from the checkpoint's next offset up to {@code end}. */
    record Searched(LogScan scan, long end) {}

    SkipSearch(LogClients clients, TopicPartition partition) {
        consumer = clients.reader();
        check = new LogCheck(consumer, partition);
        thread.setDaemon(true);
    }

    /** Starts the search at that checkpoint; a second call, after a retried load, has no effect. */
    void begin(Meta found) {
        if (thread.getState() == Thread.State.NEW) {
            cut.set(found);
            thread.start();
        }
    }

    private void search() {
        try {
            LogScan scan = LogScan.from(cut.nextOffset);
            long end = check.end();
            check.skips(scan, cut, cut.nextOffset, end);
            searched = new Searched(scan, Math.max(end, cut.nextOffset));
        } catch (RuntimeException e) {
            log.debug("the search for SKIPs beside the load ended early", e);
        }
    }

    /** Waits for the search to end and returns its result; an empty one if it failed or began at another checkpoint. */
    Searched from(Meta loaded) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean same = searched != null && cut.nextOffset == loaded.nextOffset;
        return same ? searched : new Searched(LogScan.from(loaded.nextOffset), loaded.nextOffset);
    }

    /** Aborts the search, waits for its thread and closes the consumer. */
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
