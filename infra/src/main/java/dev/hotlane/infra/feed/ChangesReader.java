package dev.hotlane.infra.feed;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;

/** Reads the changes topic from its start up to an offset, record by record. One thread. */
final class ChangesReader implements AutoCloseable {
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final ArrayDeque<FeedRecord> read = new ArrayDeque<>();
    private final long start;
    private final long end;

    ChangesReader(FeedClients clients, long end) {
        this.end = end;
        partition = new TopicPartition(TopicSpec.changes(clients.lane()).name(), 0);
        consumer = clients.reader();
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        start = consumer.beginningOffsets(List.of(partition)).get(partition);
    }

    /** Whether records before the first one were deleted. */
    boolean cut() {
        return start > 0;
    }

    /** The next record, which stays; null at the end. */
    FeedRecord peek() {
        long began = System.nanoTime();
        while (read.isEmpty() && consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record :
                    consumer.poll(Duration.ofMillis(100)).records(partition)) {
                if (record.offset() < end) {
                    read.add(new FeedRecord(sequence(record), record.key(), record.value()));
                }
            }
            if (System.nanoTime() - began > PATIENCE_NANOS) {
                throw new TimeoutException(partition + " was not read to offset " + end + " within 30 s");
            }
        }
        return read.peek();
    }

    /** Takes the record that {@link #peek} returned. */
    void next() {
        read.remove();
    }

    private static long sequence(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(FeedProgress.SEQ_HEADER);
        try {
            return header == null ? -1 : Long.parseLong(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
