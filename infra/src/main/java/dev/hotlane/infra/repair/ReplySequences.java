package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/**
 * The greatest sequence and epoch at the end of the reply topic, whether MySQL has them or not. Any writer may have
 * forged them: impossible ones are left out, and those far above MySQL's are kept apart. One thread.
 */
final class ReplySequences implements ReplyRecord.Receiver {
    /** Limit of every sequence and every epoch of a lane. */
    static final long IMPOSSIBLE = 1L << 53;

    /** Records read of each partition: some seconds of BEATs, and each BEAT names the greatest so far. */
    private static final int RECORDS_LOOKED_AT = 200;

    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final long nearSequence;
    private final long nearEpoch;
    private long sequence = -1;
    private long epoch;
    private long farSequence = -1;
    private long farEpoch = -1;
    private long impossible;

    /**
     * @param nearSequence greatest that is likely by MySQL
     * @param nearEpoch likewise
     */
    ReplySequences(long nearSequence, long nearEpoch) {
        this.nearSequence = nearSequence;
        this.nearEpoch = nearEpoch;
    }

    void run(KafkaConnection kafka, String lane) {
        TopicLog.eachPartition(kafka, TopicSpec.replies(lane, 1).name(), replies -> {
            long end = replies.endOffset();
            long from = Math.max(replies.startOffset(), end - RECORDS_LOOKED_AT);
            replies.read(from, end, record -> unpacker.unpack(record.value(), this));
        });
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

    /** Accepts the numbers far above MySQL's. */
    void takeFar() {
        sequence = Math.max(sequence, farSequence);
        epoch = Math.max(epoch, farEpoch);
    }

    /** Whether there are numbers far above MySQL's. */
    boolean hasFar() {
        return farSequence >= 0;
    }

    /** The greatest sequence of these. */
    long farSequence() {
        return farSequence;
    }

    /** The greatest epoch of these. */
    long farEpoch() {
        return farEpoch;
    }

    /** Number of replies and BEATs that no leader can have written. */
    long impossible() {
        return impossible;
    }

    /** The greatest sequence found, -1 for none. */
    long sequence() {
        return sequence;
    }

    /** The greatest epoch found, 0 for none. */
    long epoch() {
        return epoch;
    }
}
