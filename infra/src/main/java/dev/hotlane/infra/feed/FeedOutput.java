package dev.hotlane.infra.feed;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * The feed's topics as one process writes them: transactions under the feed's id. Every call may throw KafkaException;
 * then it is of no more use than to be closed. Used by one thread at a time, as {@link FeedPublisher} says.
 */
interface FeedOutput extends AutoCloseable {
    /** The three topics. */
    enum Topic {
        COUNTERS,
        CHANGES,
        PROGRESS
    }

    /** Whether the fault is that another process has fenced this one. */
    static boolean isFence(KafkaException fault) {
        Throwable cause = fault;
        while (cause != null
                && !(cause instanceof ProducerFencedException)
                && !(cause instanceof InvalidProducerEpochException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    /** Fences every other process of this id, and aborts what it left open. Before all else. */
    void fence();

    /** Begins a transaction. */
    void begin();

    /**
     * Sends one record in the transaction.
     *
     * @param seq its header; below 0 for none
     * @param value null for a tombstone
     */
    void send(Topic topic, byte[] key, byte[] value, long seq);

    /** Sends at once what waits to be sent together; returns when all of it has its offset, throws the fault of one. */
    void flush();

    /** Offset behind the transaction's last record in that topic, -1 for none. Behind a {@link #flush}. */
    long end(Topic topic);

    /** Commits; returns when that is certain. */
    void commit();

    @Override
    void close();
}
