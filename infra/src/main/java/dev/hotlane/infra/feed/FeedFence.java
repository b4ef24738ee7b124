package dev.hotlane.infra.feed;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * Stops every feed of a lane from publishing more, for an operator's change of the log: fences it by its id, then reads
 * how far it has published. A feed that was fenced publishes again after its wait. Blocks; any thread.
 */
public final class FeedFence {
    private FeedFence() {}

    /**
     * Fences, then reads the position.
     *
     * @return the last sequence that is published; empty if the lane has no feed topics, or none was published
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer, or denies it
     */
    public static OptionalLong published(KafkaConnection kafka, String lane) {
        FeedClients clients = new FeedClients(kafka, lane);
        try (TopicAdmin topics = new TopicAdmin(kafka)) {
            if (topics.find(TopicSpec.progress(lane).name()).isEmpty()) {
                return OptionalLong.empty();
            }
        }
        try (FeedTopicIds ids = new FeedTopicIds(clients)) {
            String id = ids.transactionalId();
            return published(lane, () -> clients.producer(id), clients::reader);
        }
    }

    /**
     * The same with clients of the caller's.
     *
     * @param producers makes a producer of the feed's transactional id
     * @param readers makes a consumer of the feed's topics, of committed records
     */
    public static OptionalLong published(
            String lane,
            Supplier<? extends Producer<byte[], byte[]>> producers,
            Supplier<? extends Consumer<byte[], byte[]>> readers) {
        try (FeedOutput output = new TransactionOutput(producers.get(), lane)) {
            return fenceThenRead(output, () -> new ConsumedTopics(lane, readers));
        }
    }

    /** The order matters: what a feed publishes before it is fenced must be read. */
    static OptionalLong fenceThenRead(FeedOutput output, Supplier<? extends FeedTopics> reader) {
        output.fence();
        try (FeedTopics topics = reader.get()) {
            FeedProgress position = topics.readToEnd();
            return position == null ? OptionalLong.empty() : OptionalLong.of(position.upTo());
        }
    }
}
