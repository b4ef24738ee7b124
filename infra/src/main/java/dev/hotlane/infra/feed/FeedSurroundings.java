package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * What a feed's process has around it: Kafka's clients, its disk, its clock. Used by the feed's thread.
 *
 * @param log makes a consumer of the command topic
 * @param topics makes a consumer of the feed's topics, of committed records
 * @param producers makes a producer of the feed's transactional id, which has not fenced the others yet
 * @param publisher runs the feed's transactions, one after the other
 * @param shelf for its state files
 * @param nanos monotonic clock
 * @param random for the waits after a fencing
 */
public record FeedSurroundings(
        Supplier<? extends Consumer<byte[], byte[]>> log,
        Supplier<? extends Consumer<byte[], byte[]>> topics,
        Supplier<? extends Producer<byte[], byte[]>> producers,
        Executor publisher,
        FeedShelf shelf,
        LongSupplier nanos,
        RandomGenerator random,
        FeedPace pace) {
    /**
     * A feed in these surroundings; Kafka is not asked for anything yet.
     *
     * @param identity of the log that it follows
     * @param status shown by the feed from now on
     */
    public Feed feed(FeedSettings settings, Identity identity, FeedStatus status) {
        FeedFiles files = new FeedFiles(shelf);
        FeedPorts ports = new FeedPorts(
                new StateSources(settings, identity, files, log),
                new ConsumedTopics(settings.lane(), topics),
                () -> new TransactionOutput(producers.get(), settings.lane()),
                publisher,
                files,
                settings.scope(),
                nanos,
                pace);
        return new Feed(ports, new FeedSilence(random, pace.silenceNanos(), nanos.getAsLong()), status);
    }
}
