package dev.hotlane.proof.lane;

import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the replies to a lane's records on the first partition of the reply topic. One thread. */
final class RepliedOnce implements ReplyRecord.Receiver {
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final Set<Long> once = new HashSet<>();
    private final TreeSet<Long> twice = new TreeSet<>();

    /** Reads the topic to its present end. */
    RepliedOnce(Lane lane) {
        String topic = TopicSpec.replies(lane.name(), 1).name();
        try (CommandLog replies = new CommandLog(lane.stack().bootstrapServers(), topic)) {
            long end = replies.endOffset();
            replies.seek(replies.startOffset());
            while (replies.position() < end) {
                for (ConsumerRecord<byte[], byte[]> record : replies.poll()) {
                    unpacker.unpack(record.value(), this);
                }
            }
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
