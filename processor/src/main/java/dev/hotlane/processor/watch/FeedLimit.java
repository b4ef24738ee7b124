package dev.hotlane.processor.watch;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first offset of the command topic that the change feed still needs: {@code keepFrom} of its last committed
 * position. Without a position, or with one of another base or topic, everything is kept. Owned by one thread, in a
 * processor the thread watch, which may wait some seconds for Kafka.
 */
public final class FeedLimit implements LongSupplier {
    private static final Logger log = LoggerFactory.getLogger(FeedLimit.class);
    private static final long KEEP_ALL = Long.MIN_VALUE;
    private static final long KEEP_NOTHING = Long.MAX_VALUE;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int POLLS_MAX = 10;
    private static final long ANSWER_MS = 2_000;

    /** The last record is near the end but for markers of transactions, of which there is one a record. */
    private static final long NEAR = 256;

    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final Admin admin;
    private final TopicPartition commands;
    private final TopicPartition progress;
    private final Log of;
    private final long bytesMax;
    private boolean warned;
    private String fault;

    /**
     * The log that a position must belong to.
     *
     * @param base added to an offset, gives the sequence; read at each look
     */
    public record Log(String lane, String topicId, LongSupplier base) {}

    /**
     * A limit for that log.
     *
     * @param consumers makes a consumer of committed records without a group, for one look
     * @param bytesMax of the log that are kept for the feed; 0 for no bound
     */
    public FeedLimit(Supplier<? extends Consumer<byte[], byte[]>> consumers, Admin admin, Log of, long bytesMax) {
        this.consumers = consumers;
        this.admin = admin;
        this.of = of;
        this.bytesMax = bytesMax;
        commands = new TopicPartition(TopicSpec.commands(of.lane()).name(), TopicSpec.COMMAND_PARTITION);
        progress = new TopicPartition(TopicSpec.progress(of.lane()).name(), 0);
    }

    /** Why the last look found no offset, so that everything is kept, a sentence; empty if it found one. */
    public Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    @Override
    public long getAsLong() {
        String before = fault;
        fault = null;
        long first = look();
        if (fault != null && !fault.equals(before)) {
            log.warn("nothing of the log is deleted: {}", fault);
        }
        return first;
    }

    private long look() {
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            FeedProgress position = position(consumer);
            boolean ours = position != null
                    && position.topic().equals(of.topicId())
                    && position.base() == of.base().getAsLong();
            if (!ours) {
                fault = position == null
                        ? "no feed has published a position in " + progress.topic()
                        : "the position in " + progress.topic() + " is that of another log, of topic "
                                + position.topic() + " with the base " + position.base();
                return KEEP_ALL;
            }
            long keepFrom = position.keepFrom() - position.base();
            return bytesMax > 0 && bytesFrom(consumer, keepFrom) > bytesMax ? tooMuch(keepFrom) : keepFrom;
        } catch (KafkaException | IllegalArgumentException | ExecutionException | TimeoutException e) {
            fault = "the feed's position could not be read: " + e.getMessage();
            return KEEP_ALL;
        }
    }

    private long tooMuch(long keepFrom) {
        if (!warned) {
            warned = true;
            log.warn(
                    "the log from offset {} on, which the feed needs, exceeds {} bytes: it is deleted",
                    keepFrom,
                    bytesMax);
        }
        return KEEP_NOTHING;
    }

    private FeedProgress position(Consumer<byte[], byte[]> consumer) {
        consumer.assign(List.of(progress));
        long start = consumer.beginningOffsets(List.of(progress)).get(progress);
        long end = consumer.endOffsets(List.of(progress)).get(progress);
        consumer.seek(progress, Math.max(start, end - NEAR));
        FeedProgress last = null;
        for (int polls = 0; polls < POLLS_MAX && consumer.position(progress) < end; polls++) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(progress)) {
                last = record.value() == null ? last : FeedProgress.of(record.value());
            }
        }
        return last;
    }

    /** Bytes of the log from that offset on, by its share of all records. */
    private long bytesFrom(Consumer<byte[], byte[]> consumer, long offset) throws ExecutionException, TimeoutException {
        long start = consumer.beginningOffsets(List.of(commands)).get(commands);
        long end = consumer.endOffsets(List.of(commands)).get(commands);
        if (end <= start) {
            return 0;
        }
        double share = (double) (end - Math.max(start, offset)) / (end - start);
        return (long) (size() * share);
    }

    private long size() throws ExecutionException, TimeoutException {
        try {
            Collection<Node> nodes = admin.describeCluster().nodes().get(ANSWER_MS, TimeUnit.MILLISECONDS);
            List<Integer> brokers = nodes.stream().map(Node::id).toList();
            return admin
                    .describeLogDirs(brokers)
                    .allDescriptions()
                    .get(ANSWER_MS, TimeUnit.MILLISECONDS)
                    .values()
                    .stream()
                    .flatMap(directories -> directories.values().stream())
                    .filter(directory -> directory.replicaInfos().containsKey(commands))
                    .mapToLong(
                            directory -> directory.replicaInfos().get(commands).size())
                    .max()
                    .orElse(0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
