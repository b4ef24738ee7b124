package dev.hotlane.infra.repair;

import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Searches the reply topic for a sign that a leader passed one record: a reply to it or to a later one, or a BEAT.
 * Later answers may depend on it. One thread.
 */
final class ReplySearch implements ReplyRecord.Receiver {
    /** Allowed difference of the brokers' clocks, which stamp the replies and the record. */
    private static final long CLOCKS_APART_MILLIS = 60_000;

    private static final Duration POLL = Duration.ofMillis(200);

    private final long offset;
    private final long base;
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private String found;
    private final Map<Incarnation, Long> halts = new HashMap<>();
    private long read;

    /** @param base added to the record's offset, gives its sequence */
    ReplySearch(long offset, long base) {
        this.offset = offset;
        this.base = base;
    }

    /** Reads all replies since {@code time}, the record's, in epoch milliseconds. */
    void run(LogClients clients, String lane, long time) {
        String topic = TopicSpec.replies(lane, 1).name();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            for (PartitionInfo info : consumer.partitionsFor(topic)) {
                TopicPartition partition = new TopicPartition(topic, info.partition());
                consumer.assign(List.of(partition));
                search(consumer, partition, Math.max(0, time - CLOCKS_APART_MILLIS));
            }
        }
    }

    private void search(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long since) {
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        Map<TopicPartition, Long> asked = new HashMap<>(Map.of(partition, since));
        OffsetAndTimestamp first = consumer.offsetsForTimes(asked).get(partition);
        if (first == null) {
            return;
        }
        consumer.seek(partition, first.offset());
        while (found == null && consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                read++;
                unpacker.unpack(record.value(), this);
            }
        }
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        long sequence = base + offset;
        if (reply.sequence() == sequence) {
            found = "a reply to it was sent";
        } else if (found == null && reply.sequence() > sequence) {
            found = "a reply to the later record of sequence " + reply.sequence() + " was sent";
        }
    }

    @Override
    public void onBeat(Beat beat) {
        if (found == null && beat.sequenceBase() == base && beat.applied() > offset) {
            found = "a leader said by its BEAT that it had applied all below offset " + beat.applied();
        }
    }

    @Override
    public void onHalted(long leaderHi, long leaderLo, long at) {
        halts.merge(new Incarnation(leaderHi, leaderLo), at, Math::min);
    }

    /** Of each leader that sent one, the offset of its HALTED record; complete if nothing was found. */
    Map<Incarnation, Long> halts() {
        return halts;
    }

    /** The sign that a leader passed the record, or null. */
    String found() {
        return found;
    }

    /** Records of the reply topic that were read. */
    long read() {
        return read;
    }
}
