package dev.hotlane.infra.retention;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.watch.FeedLimit;
import dev.hotlane.processor.watch.LogRetention;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.Retention.ForFeed;
import dev.hotlane.processor.watch.RetentionLimit;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The retention of one lane by the leader's own rules ({@link LogRetention}, {@link RetentionLimit}, {@link FeedLimit}),
 * without being the leader. One thread, blocking.
 */
public final class LaneRetention implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LaneRetention.class);
    private static final int ANSWER_MAX_MS = 10_000;

    private final KafkaConnection kafka;
    private final String lane;
    private final Identity identity;
    private final Admin admin;
    private final RetentionLimit limit;
    private final LogRetention rules;
    private final FeedLimit feed;

    /**
     * Finds the lane's log and checks that the account may delete its records.
     *
     * @throws KafkaException if Kafka does not answer, or denies it
     * @throws dev.hotlane.protocol.kafka.KafkaDeniedException if the account lacks an operation
     */
    public LaneRetention(KafkaConnection kafka, String lane, FlushSettings mysql, Retention keep) {
        this.kafka = kafka;
        this.lane = lane;
        String topic = TopicSpec.commands(lane).name();
        try (TopicAdmin brokers = new TopicAdmin(kafka)) {
            brokers.requireGranted(topic, List.of(AclOperation.DESCRIBE, AclOperation.DELETE));
            if (keep.feed().on() && keep.feed().bytesMax() > 0) {
                brokers.requireDescribeCluster();
            }
        }
        identity = TopicAdmin.identity(kafka, lane);
        admin = Admin.create(
                kafka.client(Map.of("default.api.timeout.ms", ANSWER_MAX_MS, "request.timeout.ms", ANSWER_MAX_MS)));
        limit = new RetentionLimit(mysql, identity);
        rules = new LogRetention(
                admin,
                new TopicPartition(topic, TopicSpec.COMMAND_PARTITION),
                keep.margin(),
                keep.interval(),
                () -> true,
                limit::stands,
                limit);
        feed = keep.feed().on() ? feedLimit(keep.feed()) : null;
        if (feed != null) {
            rules.keepFor(feed);
        }
    }

    private FeedLimit feedLimit(ForFeed keep) {
        FeedLimit.Log of = new FeedLimit.Log(lane, identity.topicId(), limit::base);
        return new FeedLimit(new LogClients(kafka, lane)::reader, admin, of, keep.bytesMax());
    }

    /**
     * Deletes what may go now and waits for it; a broker that does not answer is left for the next round.
     *
     * @return the records of the log below this offset are deleted, by this process; 0 if it deleted none yet
     * @throws HaltReason if the topic is another one than at the start
     * @throws KafkaException if Kafka denies the deletion
     */
    public long round() {
        try {
            requireSameLog();
            KafkaFuture<DeletedRecords> deletion = rules.round();
            if (deletion != null) {
                deletion.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof RetriableException)) {
                throw new KafkaException("the records could not be deleted", e.getCause());
            }
        } catch (RetriableException e) {
            log.warn("the brokers did not answer, the next round asks again: {}", e.getMessage());
        }
        return rules.deletedBelow();
    }

    /** Why MySQL did not answer in the last round, so that nothing was deleted; empty if it did. */
    public Optional<String> fault() {
        return limit.fault();
    }

    /** Why the log is kept for the feed from its first record on, by the last look; empty if it is not, or not for it. */
    public Optional<String> feedFault() {
        return feed == null ? Optional.empty() : feed.fault();
    }

    private void requireSameLog() {
        Identity found = TopicAdmin.identity(kafka, lane);
        if (!found.equals(identity)) {
            throw new HaltReason(
                    ExitCode.TOPIC_RECREATED,
                    "the command topic was " + identity + " when this process started, it is " + found
                            + " now: nothing of it is deleted. Start again once the lane is right");
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
