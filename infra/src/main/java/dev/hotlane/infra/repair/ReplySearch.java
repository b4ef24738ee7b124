package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Searches the reply topic for a sign that a leader passed one record: a reply to it or to a later one, or a BEAT.
 * Later answers may depend on it. It reads the whole topic, which keeps ten minutes: brokers' clocks may differ or jump,
 * so no time bounds where a reply or a HALTED record stands. One thread.
 */
final class ReplySearch implements ReplyRecord.Receiver {
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

    /** Reads all replies. */
    void run(KafkaConnection kafka, String lane) {
        TopicLog.eachPartition(kafka, TopicSpec.replies(lane, 1).name(), replies -> {
            long end = replies.endOffset();
            if (found == null) {
                replies.any(replies.startOffset(), end, this::isSign);
            }
        });
    }

    private boolean isSign(ConsumerRecord<byte[], byte[]> record) {
        read++;
        unpacker.unpack(record.value(), this);
        return found != null;
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
        if (leaderHi != 0 || leaderLo != 0) {
            halts.merge(new Incarnation(leaderHi, leaderLo), at, Math::min);
        }
    }

    /** Of each process that sent one, the offset of its HALTED record; complete if nothing was found. */
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
