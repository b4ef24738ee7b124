package dev.hotlane.infra.repair;

import dev.hotlane.processor.log.LogClients;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** The greatest sequence and epoch that the end of the reply topic shows: what was told last, MySQL or not. One thread. */
final class ToldSequences implements ReplyRecord.Receiver {
    /** Of each partition: some seconds of BEATs, and each BEAT names the greatest so far. */
    private static final int RECORDS_LOOKED_AT = 200;

    private static final Duration POLL = Duration.ofMillis(200);

    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private long sequence = -1;
    private long epoch;

    void run(LogClients clients, String lane) {
        String topic = TopicSpec.replies(lane, 1).name();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            for (PartitionInfo info : consumer.partitionsFor(topic)) {
                TopicPartition partition = new TopicPartition(topic, info.partition());
                consumer.assign(List.of(partition));
                long start = consumer.beginningOffsets(List.of(partition)).get(partition);
                long end = consumer.endOffsets(List.of(partition)).get(partition);
                consumer.seek(partition, Math.max(start, end - RECORDS_LOOKED_AT));
                while (consumer.position(partition) < end) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                        unpacker.unpack(record.value(), this);
                    }
                }
            }
        }
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        sequence = Math.max(sequence, reply.sequence());
    }

    @Override
    public void onBeat(Beat beat) {
        sequence = Math.max(sequence, beat.sequenceBase() + beat.applied() - 1);
        epoch = Math.max(epoch, beat.epoch());
    }

    /** The greatest sequence told, -1 for none. */
    long sequence() {
        return sequence;
    }

    /** The greatest epoch told, 0 for none. */
    long epoch() {
        return epoch;
    }
}
