package dev.hotlane.infra.feed;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.OptionalLong;
import java.util.function.Supplier;

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
        try (FeedTopicIds ids = new FeedTopicIds(clients);
                FeedOutput output = new TransactionOutput(clients.producer(ids.transactionalId()), lane)) {
            return fenceThenRead(output, () -> new ConsumedTopics(clients));
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
