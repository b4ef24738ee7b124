package dev.hotlane.infra.feed;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The command topic as the feed reads it, from where its state stands. Owned by the feed's thread. */
interface FeedInput extends AutoCloseable {
    /**
     * The next records; empty if there are none within a few ms, or if the caller takes none now.
     *
     * @param wanted false to fetch nothing
     */
    List<ConsumerRecord<byte[], byte[]>> poll(boolean wanted);

    /** First offset behind the log's last record, as the last fetch reported it. */
    long end();

    @Override
    void close();
}
