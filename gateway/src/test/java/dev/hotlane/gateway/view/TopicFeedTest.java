package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.ViewPack;
import dev.hotlane.protocol.ViewWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A feed on a topic and a checkpoint that the test writes, one step after the other. The checkpoint begins at 100. */
class TopicFeedTest {
    private static final TopicPartition VIEW = new TopicPartition("lane.view", 0);
    private static final long LOG_TIME = 1_000_000;

    private final ScriptedTopic topic = new ScriptedTopic();
    private final ViewTable table = new ViewTable();
    private final ViewRead read = new ViewRead(table);
    private final ViewWriter writer = new ViewWriter();
    private ViewCut checkpoint = cut(1, 100);
    private long value = 5;
    private long nanos = -1;
    private long loads;
    private long rewritten;
    private long end;
    private final TopicFeed feed = feed();

    private TopicFeed feed() {
        return new TopicFeed(table, this::load, topic, VIEW.topic(), () -> rewritten++, () -> nanos);
    }

    /** Kafka's mock, with a search by time: each record's time is its offset after {@link #LOG_TIME}. */
    private static final class ScriptedTopic extends MockConsumer<byte[], byte[]> {
        ScriptedTopic() {
            super("none");
            updateBeginningOffsets(Map.of(VIEW, 0L));
            updateEndOffsets(Map.of(VIEW, 0L));
        }

        void exists() {
            Node[] none = {};
            updatePartitions(VIEW.topic(), List.of(new PartitionInfo(VIEW.topic(), 0, null, none, none)));
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            long end = endOffsets(List.of(VIEW)).get(VIEW);
            long first = Math.max(0, times.get(VIEW) - LOG_TIME);
            return Collections.singletonMap(VIEW, first < end ? new OffsetAndTimestamp(first, first) : null);
        }
    }

    private static ViewCut cut(long epoch, long to) {
        return new ViewCut(ScriptedPack.TOPIC, 0, epoch, ViewCut.UNKNOWN, to, LOG_TIME);
    }

    private ViewCut load(ViewRows rows) {
        loads++;
        if (checkpoint != null) {
            rows.add(key("a"), 1, value, 3, 0, 0);
        }
        return checkpoint;
    }

    private static byte[] key(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private void append(byte[] record) {
        topic.addRecord(new ConsumerRecord<>(VIEW.topic(), 0, end++, null, record));
        topic.updateEndOffsets(Map.of(VIEW, end));
    }

    private void pack(ViewPack pack) {
        append(writer.record(pack));
        feed.step();
    }

    private static ScriptedPack next(long from, long to) {
        return new ScriptedPack(from, to).set("a", to);
    }

    private TopicFeed loaded() {
        topic.exists();
        feed.step();
        assertThat(table.sequence()).isEqualTo(100);
        return feed;
    }

    private long a() {
        assertThat(read.take(List.of(key("a")))).isTrue();
        return read.value(0);
    }

    /** A second later the feed may load again. */
    private void aSecondLater() {
        nanos += TimeUnit.SECONDS.toNanos(1);
        feed.step();
    }

    @Test
    void waitsForTheTopicThenForTheCheckpointOnceASecond() {
        feed.step();
        assertThat(loads).as("no topic").isZero();
        topic.exists();
        assertThat(feed.step()).as("ns until the next try").isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(loads).isZero();
        checkpoint = null;
        aSecondLater();
        assertThat(loads).isOne();
        assertThat(table.sequence()).isEqualTo(-1);
        checkpoint = cut(1, 100);
        aSecondLater();
        assertThat(table.sequence()).isEqualTo(100);
        assertThat(a()).isEqualTo(5);
    }

    @Test
    void appliesWhatFollowsTheCheckpoint() {
        loaded();
        pack(next(80, 100));
        assertThat(a()).as("a pack that the checkpoint includes").isEqualTo(5);
        pack(next(90, 105));
        pack(next(105, 106));
        assertThat(a()).isEqualTo(106);
        assertThat(table.sequence()).isEqualTo(106);
        assertThat(List.of(loads, rewritten)).containsExactly(1L, 0L);
    }

    @Test
    void appliesAPackOnceAllItsPartsAreThere() {
        loaded();
        pack(next(100, 110).part(0, 2));
        assertThat(table.sequence()).isEqualTo(100);
        pack(new ScriptedPack(100, 110).set("b", 1).part(1, 2));
        assertThat(table.sequence()).isEqualTo(110);
        assertThat(table.keys()).isEqualTo(2);
    }

    @Test
    void loadsAgainAfterAGapAndNeverBelowTheViewBefore() {
        loaded();
        pack(next(100, 120));
        pack(next(121, 122));
        assertThat(table.sequence()).as("after a gap").isEqualTo(-1);
        checkpoint = cut(1, 119);
        aSecondLater();
        assertThat(table.sequence()).as("a checkpoint below the view before").isEqualTo(-1);
        checkpoint = cut(1, 121);
        value = 7;
        aSecondLater();
        assertThat(table.sequence()).isEqualTo(121);
        assertThat(a()).isEqualTo(7);
        assertThat(List.of(loads, rewritten)).containsExactly(3L, 0L);
        assertThat(table.resyncs()).isOne();
    }

    @Test
    void readsTheTopicFromTenSecondsBeforeTheCheckpoint() {
        topic.exists();
        topic.assign(List.of(VIEW));
        for (int i = 0; i < 5; i++) {
            append(writer.record(next(100 + i, 101 + i)));
        }
        checkpoint = new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, 103, LOG_TIME + 10_003);
        feed.step();
        assertThat(topic.position(VIEW)).isEqualTo(3);
        feed.step();
        assertThat(table.sequence()).isEqualTo(105);
        topic.setPollException(new OffsetOutOfRangeException(Map.of(VIEW, 0L)));
        feed.step();
        checkpoint = new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, 105, LOG_TIME + 20_000);
        aSecondLater();
        assertThat(topic.position(VIEW))
                .as("its end, as no record is that young")
                .isEqualTo(5);
    }

    @Test
    void aDamagedRecordShowsAsAGap() {
        loaded();
        append(key("rubbish"));
        feed.step();
        assertThat(table.sequence()).isEqualTo(100);
        pack(next(101, 102));
        assertThat(table.sequence()).isEqualTo(-1);
    }

    @Test
    void aRewrittenLogVoidsTheProofsAndAllowsALowerSequence() {
        loaded();
        pack(next(100, 120));
        pack(next(110, 130).of(ScriptedPack.TOPIC, 0, 2).ledFrom(115));
        assertThat(rewritten).isOne();
        assertThat(table.sequence()).isEqualTo(-1);
        checkpoint = cut(2, 116);
        aSecondLater();
        assertThat(table.sequence()).isEqualTo(116);
        assertThat(rewritten).isOne();
    }

    @Test
    void aCheckpointOfAnotherLogVoidsTheProofsToo() {
        loaded();
        pack(new ScriptedPack(1L << 40, (1L << 40) + 1)
                .of(ScriptedPack.TOPIC, 1L << 40, 1_000_001)
                .ledFrom(1L << 40));
        assertThat(rewritten).as("the pack alone may come too early").isZero();
        checkpoint = new ViewCut(ScriptedPack.TOPIC, 1L << 40, 1_000_001, ViewCut.UNKNOWN, 1L << 40, LOG_TIME);
        aSecondLater();
        assertThat(rewritten).isOne();
        assertThat(table.sequence()).isEqualTo(1L << 40);
    }

    @Test
    void aTopicThatCannotBeReadIsReadAgain() {
        loaded();
        topic.setPollException(new OffsetOutOfRangeException(Map.of(VIEW, 0L)));
        feed.step();
        assertThat(table.sequence()).isEqualTo(-1);
        aSecondLater();
        assertThat(table.sequence()).isEqualTo(100);
        assertThat(rewritten).isZero();
    }

    @Test
    void closesItsConsumerWhetherOrNotItWasStarted() throws InterruptedException {
        feed.close();
        assertThat(topic.closed()).isTrue();
        ScriptedTopic other = new ScriptedTopic();
        TopicFeed started = new TopicFeed(table, this::load, other, VIEW.topic(), () -> rewritten++, System::nanoTime);
        CountDownLatch looked = new CountDownLatch(1);
        table.listen(looked::countDown);
        other.exists();
        started.start(cause -> {});
        assertThat(looked.await(10, TimeUnit.SECONDS)).isTrue();
        started.close();
        assertThat(other.closed()).isTrue();
    }
}
