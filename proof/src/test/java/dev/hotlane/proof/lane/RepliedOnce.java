package dev.hotlane.proof.lane;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Counts the replies to a lane's records on the first partition of the reply topic. One thread. */
final class RepliedOnce implements ReplyRecord.Receiver {
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final Set<Long> once = new HashSet<>();
    private final TreeSet<Long> twice = new TreeSet<>();

    /** Reads the topic to its present end. */
    RepliedOnce(Lane lane) {
        String topic = TopicSpec.replies(lane.name(), 1).name();
        try (TopicLog replies = new TopicLog(lane.stack().connection(), topic)) {
            replies.read(replies.startOffset(), replies.endOffset(), record -> unpacker.unpack(record.value(), this));
        }
    }

    /** Sequences above that one with more than one reply. */
    Set<Long> beyond(long sequence) {
        return twice.tailSet(sequence, false);
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        if (!once.add(reply.sequence())) {
            twice.add(reply.sequence());
        }
    }

    @Override
    public void onBeat(Beat beat) {
        // A BEAT is no reply.
    }
}
