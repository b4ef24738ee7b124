package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.TopicSpec;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records of others in the log: a feed ignores them as a processor does, or ends with its exit code. */
@Tag("it")
class FeedForgedLogTest extends OnAFeed {
    private static final long BETWEEN_NANOS = 300_000_000L;

    FeedForgedLogTest(Lane lane) {
        super(lane);
    }

    private static byte[] forged(long epoch, long hi, long lo, long previousTick) {
        return new RecordWriter().tick(new Tick(epoch, hi, lo, 0, previousTick, 4711, 0, 0, 0));
    }

    @Test
    void ticksInTheNameOfALivingLeaderStopNothing() {
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            publish(feed, "before", Command.transact(Op.set("stock:a", 10)));
            Awaitility.await().until(() -> on.caller.lastBeat() != null);
            Beat leader = on.caller.lastBeat();
            for (long previousTick : new long[] {leader.applied(), 1L << 40, Long.MAX_VALUE}) {
                on.caller.append(null, forged(leader.epoch(), leader.leaderHi(), leader.leaderLo(), previousTick));
            }
            publish(feed, "after", Command.transact(Op.add("stock:a", -1)));
            assertThat(feed.status().role()).isEqualTo(Role.PUBLISHING);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(published()).containsExactly("before", "after");
        requireVerified();
    }

    @Test
    void anotherDigestThanThatOfTheLeadersTicksEndsItAndNothingOfTheCutIsPublishedUntilASkip() throws Exception {
        long forged = -1;
        try (FeedRun feed = feed("one")) {
            long last;
            try (Started started = on.ready()) {
                last = on.caller
                        .call("before", Command.transact(Op.set("stock:a", 10)))
                        .sequence();
                follow(feed, last);
                assertThat(started.halted()).isNotDone();
            }
            Meta stopped = on.stored().cut();
            long epoch = stopped.epoch + 1;
            on.caller
                    .append(null, new RecordWriter().lead(epoch, 47, 11, stopped.lastTick))
                    .get();
            on.caller.send("inside", Command.transact(Op.add("stock:a", -1)));
            long[] offset = {-1};
            long[] next = {System.nanoTime()};
            HaltReason end = end(feed, () -> {
                // A few in a second: a start replays them within a second, too.
                if (System.nanoTime() - next[0] >= 0) {
                    next[0] = System.nanoTime() + BETWEEN_NANOS;
                    offset[0] = appended(forged(epoch, 47, 11, stopped.lastTick));
                }
            });
            assertRefused(end, ExitCode.DIVERGED, "Nothing of this cut was published");
            assertThat(feed.status().applied()).isLessThan(offset[0]);
            forged = offset[0];
        }
        assertThat(published()).containsExactly("before");
        new PoisonSkip(lane.stack().connection(), on.name, on.mysql(), false, System.out::println).run(forged, false);
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            publish(feed, "after", Command.transact(Op.add("stock:a", -1)));
            assertThat(started.halted()).isNotDone();
        }
        assertThat(published()).containsExactly("before", "inside", "after");
        requireVerified();
    }

    private long appended(byte[] record) {
        try {
            return on.caller.append(null, record).get().offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new KafkaException(e);
        }
    }

    @Test
    void rulesOfALaterBuildEndItAsAProcessor() throws Exception {
        try (Started started = on.ready();
                FeedRun feed = feed("one")) {
            publish(feed, "before", Command.transact(Op.set("stock:a", 10)));
            Rules next = LaneRules.small(42).as(2, Rules.KNOWN_FORMAT_MAX + 1);
            on.caller.append(null, new RecordWriter().rules(next)).get();
            HaltReason end = end(feed, () -> {});
            assertThat(end.code()).isEqualTo(ExitCode.UNKNOWN_RULES);
            assertThat(started.halted().get(60, TimeUnit.SECONDS).code()).isEqualTo(end.code());
        }
        assertThat(published()).containsExactly("before");
    }

    @Test
    void gapOfOffsetsEndsItAsAProcessor() throws Exception {
        Map<String, Object> own = lane.stack().connection().client(Map.of("transactional.id", on.name));
        try (Started started = on.ready();
                FeedRun feed = feed("one");
                KafkaProducer<byte[], byte[]> writer =
                        new KafkaProducer<>(own, new ByteArraySerializer(), new ByteArraySerializer())) {
            publish(feed, "before", Command.transact(Op.set("stock:a", 10)));
            writer.initTransactions();
            writer.beginTransaction();
            writer.send(new ProducerRecord<>(TopicSpec.commands(on.name).name(), 0, null, new byte[1]));
            writer.commitTransaction();
            // The marker takes an offset; a later record shows that it is missing.
            HaltReason end = end(feed, () -> appended(new byte[1]));
            assertRefused(end, ExitCode.OFFSET_GAP, "offsets must be dense");
            assertThat(started.halted().get(60, TimeUnit.SECONDS).code()).isEqualTo(end.code());
        }
        assertThat(published()).containsExactly("before");
    }
}
