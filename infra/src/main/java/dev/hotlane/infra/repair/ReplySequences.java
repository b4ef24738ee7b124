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

/**
 * The greatest sequence and epoch that the end of the reply topic shows: what was told last, MySQL or not. Anybody who may
 * write there can have written it, so what no leader can have come to is left out, and what is far above MySQL is kept
 * apart. One thread.
 */
final class ReplySequences implements ReplyRecord.Receiver {
    /** Every sequence and every epoch of a lane is below. */
    static final long IMPOSSIBLE = 1L << 53;

    /** Of each partition: some seconds of BEATs, and each BEAT names the greatest so far. */
    private static final int RECORDS_LOOKED_AT = 200;

    private static final Duration POLL = Duration.ofMillis(200);

    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final long nearSequence;
    private final long nearEpoch;
    private long sequence = -1;
    private long epoch;
    private long farSequence = -1;
    private long farEpoch = -1;
    private long impossible;

    /**
     * @param nearSequence greatest that MySQL makes likely
     * @param nearEpoch likewise
     */
    ReplySequences(long nearSequence, long nearEpoch) {
        this.nearSequence = nearSequence;
        this.nearEpoch = nearEpoch;
    }

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
        see(reply.sequence(), 0);
    }

    @Override
    public void onBeat(Beat beat) {
        boolean sums = isPossible(beat.sequenceBase()) && isPossible(beat.applied());
        see(sums ? beat.sequenceBase() + beat.applied() : IMPOSSIBLE, beat.epoch());
    }

    private static boolean isPossible(long number) {
        return number >= 0 && number < IMPOSSIBLE;
    }

    private void see(long toldSequence, long toldEpoch) {
        if (!isPossible(toldSequence) || !isPossible(toldEpoch)) {
            impossible++;
        } else if (toldSequence > nearSequence || toldEpoch > nearEpoch) {
            farSequence = Math.max(farSequence, toldSequence);
            farEpoch = Math.max(farEpoch, toldEpoch);
        } else {
            sequence = Math.max(sequence, toldSequence);
            epoch = Math.max(epoch, toldEpoch);
        }
    }

    /** Takes what is far above MySQL for told. */
    void takeFar() {
        sequence = Math.max(sequence, farSequence);
        epoch = Math.max(epoch, farEpoch);
    }

    /** Whether something is far above MySQL. */
    boolean hasFar() {
        return farSequence >= 0;
    }

    /** The greatest of these. */
    long farSequence() {
        return farSequence;
    }

    /** The greatest epoch of these. */
    long farEpoch() {
        return farEpoch;
    }

    /** How many replies and BEATs no leader can have written. */
    long impossible() {
        return impossible;
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
