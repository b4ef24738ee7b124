package dev.hotlane.infra.feed;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicState;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The ids of the command topic and the feed's three, at the start and once a second. Kafka's clients go on silently in a
 * topic that was made again, so the feed ends. Owned by the feed's thread, which does not wait for the answers.
 */
final class FeedTopicIds implements AutoCloseable {
    private static final long INTERVAL_NANOS = 1_000_000_000L;

    /** A broker that is just starting may not report a topic for a moment. */
    private static final int MISSES_MAX = 3;

    private final Admin admin;
    private final List<String> names;
    private final String lane;
    private final Map<String, String> ids;
    private KafkaFuture<Map<String, TopicDescription>> asked;
    private long askedNanos;
    private int misses;

    /** Reads the ids; throws HaltReason if a topic is missing. */
    FeedTopicIds(FeedClients clients) {
        lane = clients.lane();
        names = Stream.concat(Stream.of(TopicSpec.commands(clients.lane())), specs(clients.lane()))
                .map(TopicSpec::name)
                .toList();
        admin = clients.admin();
        try {
            ids = ids(admin.describeTopics(names).allTopicNames().get());
        } catch (ExecutionException e) {
            admin.close();
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new HaltReason(
                        ExitCode.TOPIC_MISSING,
                        "one of the topics " + names
                                + " does not exist: make the feed's three with `hotlane topics create"
                                + " --feed`, or check lane name and brokers");
            }
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            admin.close();
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    private static Stream<TopicSpec> specs(String lane) {
        return Stream.of(TopicSpec.counters(lane), TopicSpec.changes(lane), TopicSpec.progress(lane));
    }

    /** Throws HaltReason with the setting that differs, if one of the feed's topics is not as it must be. */
    static void requireSettings(FeedClients clients) {
        try (TopicAdmin topics = new TopicAdmin(clients.kafka())) {
            for (TopicSpec spec : specs(clients.lane()).toList()) {
                TopicState found = topics.find(spec.name()).orElse(null);
                List<String> differences =
                        found == null ? List.of() : spec.differences(found.partitions(), found.settings());
                if (!differences.isEmpty()) {
                    throw new HaltReason(
                            ExitCode.TOPIC_SETTINGS,
                            String.join("; ", differences)
                                    + ". Set it with `hotlane kafka configs`, or delete the three"
                                    + " topics and make them with `hotlane topics create --feed`");
                }
            }
        }
    }

    /** The client that it asks with, closed by {@link #close}. */
    Admin admin() {
        return admin;
    }

    /** The id by which the feed fences others. */
    String transactionalId() {
        return FeedClients.transactionalId(lane, ids);
    }

    /** Asks once a second, and compares the last answer; throws HaltReason if a topic was made again or is gone. */
    void look(long now) {
        if (asked == null) {
            if (now - askedNanos >= INTERVAL_NANOS) {
                asked = admin.describeTopics(names).allTopicNames();
                askedNanos = now;
            }
            return;
        }
        if (!asked.isDone()) {
            return;
        }
        KafkaFuture<Map<String, TopicDescription>> answer = asked;
        asked = null;
        try {
            compare(ids(answer.get()));
            misses = 0;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException && ++misses >= MISSES_MAX) {
                throw recreated("one of them is gone");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compare(Map<String, String> found) {
        Map<String, String> other = new HashMap<>(found);
        other.entrySet().removeAll(ids.entrySet());
        if (!other.isEmpty()) {
            throw recreated("they are " + other + " now");
        }
    }

    private HaltReason recreated(String how) {
        return new HaltReason(
                ExitCode.TOPIC_RECREATED,
                "the feed began with the topic ids " + ids + ", " + how
                        + ": a topic was deleted and made again under the"
                        + " running feed. If one or two of the feed's three were made again, delete the others, and make"
                        + " all with `hotlane topics create --feed`. Then start it again: it publishes what the new topics need");
    }

    private static Map<String, String> ids(Map<String, TopicDescription> topics) {
        return topics.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, topic -> topic.getValue().topicId().toString()));
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
