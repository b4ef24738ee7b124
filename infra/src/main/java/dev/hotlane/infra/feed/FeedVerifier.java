package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares a feed's topics with the log, up to the feed's own position: each record of the changes topic, the counters
 * topic, the digest. Reads only, and may run while the feed does. Blocks; any thread.
 */
public final class FeedVerifier {
    private final FeedClients clients;
    private final FeedComparison comparison = new FeedComparison();
    private long upTo;

    private FeedVerifier(FeedClients clients) {
        this.clients = clients;
    }

    /**
     * The result.
     *
     * @param summary one sentence
     * @param differences the first ones; empty if all is equal
     */
    public record Result(String summary, List<String> differences) {}

    /**
     * Runs the comparison.
     *
     * @param snapshot where the replay begins; null for the log's first record
     * @throws VerifyException if the two can't be compared
     */
    public static Result run(KafkaConnection kafka, String lane, StateLoad snapshot) {
        FeedVerifier verifier = new FeedVerifier(new FeedClients(kafka, lane));
        requireTopics(kafka, lane);
        try (ConsumedTopics topics = new ConsumedTopics(lane, verifier.clients::reader)) {
            FeedProgress position = topics.readToEnd();
            if (position == null) {
                throw new VerifyException("no feed has published a position in "
                        + TopicSpec.progress(lane).name());
            }
            verifier.replay(position, snapshot, topics);
        } catch (HaltReason e) {
            throw new VerifyException(e.getMessage());
        }
        return new Result(
                verifier.comparison.summary() + ", up to sequence " + verifier.upTo, verifier.comparison.differences());
    }

    private static void requireTopics(KafkaConnection kafka, String lane) {
        try (TopicAdmin brokers = new TopicAdmin(kafka)) {
            for (TopicSpec each :
                    List.of(TopicSpec.progress(lane), TopicSpec.changes(lane), TopicSpec.counters(lane))) {
                if (brokers.find(each.name()).isEmpty()) {
                    throw new VerifyException(
                            each.name() + " does not exist: is this the right lane, and has it a feed?");
                }
            }
        }
    }

    private void replay(FeedProgress position, StateLoad snapshot, ConsumedTopics topics) {
        upTo = position.upTo();
        Identity log = TopicAdmin.identity(clients.kafka(), clients.lane());
        State state = begin(position, snapshot, log);
        TopicPartition partition =
                new TopicPartition(TopicSpec.commands(clients.lane()).name(), TopicSpec.COMMAND_PARTITION);
        FeedScope scope = new FeedScope(position.prefixes(), position.buckets());
        Meta cut = new Meta();
        state.describe(cut);
        KafkaConsumer<byte[], byte[]> consumer = new LogClients(clients.kafka(), clients.lane()).reader();
        LogCheck check = new LogCheck(consumer, partition);
        if (check.start() > state.nextOffset()) {
            consumer.close();
            throw new VerifyException("the log starts at offset " + check.start() + ", and this replay needs it from "
                    + state.nextOffset() + ": compare with a snapshot (`hotlane verify --feed --snapshot FILE`)");
        }
        long[] skips = check.skips(cut, check.end());
        state.quarantine(skips);
        try (ConsumedLog input = new ConsumedLog(consumer, partition, state.nextOffset(), new SkippedGaps(skips));
                ChangesReader changes = new ChangesReader(clients, position.changes())) {
            comparison.passBefore(position.base() + state.nextOffset(), changes);
            follow(state, input, new SequenceChanges(scope), changes, position);
            comparison.passGaps(Long.MAX_VALUE, changes);
        }
        compareEnd(state, position, scope, topics);
    }

    private static State begin(FeedProgress position, StateLoad snapshot, Identity log) {
        boolean sameLog = position.topic().equals(log.topicId());
        boolean fits = snapshot == null
                ? position.base() == 0
                : snapshot.identity().equals(log)
                        && snapshot.cut().sequenceBase == position.base()
                        && position.base() + snapshot.cut().nextOffset <= position.upTo() + 1;
        if (!sameLog || !fits) {
            throw new VerifyException("the feed stands at sequence " + position.upTo() + " of topic " + position.topic()
                    + " with the base " + position.base() + ", the log is " + log + ": "
                    + (sameLog
                            ? "compare with a snapshot of this log at or below it"
                            : "the feed has not followed it yet"));
        }
        return snapshot == null ? new State() : snapshot.state();
    }

    private void follow(
            State state, ConsumedLog input, SequenceChanges replay, ChangesReader changes, FeedProgress position) {
        while (position.base() + state.nextOffset() <= position.upTo()) {
            for (ConsumerRecord<byte[], byte[]> record : input.poll(true)) {
                long sequence = position.base() + record.offset();
                if (sequence > position.upTo()) {
                    return;
                }
                state.apply(record.offset(), record.timestamp(), record.key(), record.value(), replay.effects());
                FeedCut one = new FeedCut();
                replay.addTo(one, sequence, state.logTime(), record.key(), record.value());
                if (!one.changes.isEmpty()) {
                    comparison.sequence(sequence, one.changes, changes);
                }
            }
        }
    }

    private void compareEnd(State state, FeedProgress position, FeedScope scope, ConsumedTopics topics) {
        Meta end = new Meta();
        state.describe(end);
        if (end.sequenceBase + end.lastTick != position.upTo() || end.lastTickDigest != position.digest()) {
            comparison.differs(String.format(
                    "the position %d has digest %s, the log gives %016x at sequence %d",
                    position.upTo(), position.digestText(), end.lastTickDigest, end.sequenceBase + end.lastTick));
        }
        comparison.counters(topics.counters(position.counters()), scope.table(state));
    }
}
