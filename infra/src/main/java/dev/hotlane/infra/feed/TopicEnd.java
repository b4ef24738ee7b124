package dev.hotlane.infra.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.KafkaException;

/**
 * The end of one topic behind the open transaction of its only writer. It is foreseen once two transactions have shown how many
 * offsets a commit takes; so the position can be sent with the records whose end it names, and need not wait for their
 * acknowledgement. Owned by one thread.
 */
final class TopicEnd {
    private static final int UNSEEN = -1;

    private final List<Future<Long>> sent = new ArrayList<>();
    private long end;
    private boolean own;
    private long between = UNSEEN;

    /** @param end offset behind the last record, or a marker behind it */
    TopicEnd(long end) {
        this.end = end;
    }

    /** One more record of the transaction is sent, after all others of it; completes with its offset. */
    void sent(Future<Long> offset) {
        sent.add(offset);
    }

    /** Whether {@link #foreseen} is known. */
    boolean isForeseen() {
        return sent.isEmpty() || between != UNSEEN;
    }

    /** Offset behind the last record that was sent, if no other writes to the topic. */
    long foreseen() {
        return sent.isEmpty() ? end : end + between + sent.size();
    }

    /** Waits for the acknowledgements; throws KafkaException if one of them failed, or another process writes to the topic. */
    void settle() {
        if (sent.isEmpty()) {
            return;
        }
        long first = offset(sent.get(0));
        long last = offset(sent.get(sent.size() - 1));
        boolean foreign = between != UNSEEN && first != end + between;
        if (foreign || last - first != sent.size() - 1) {
            throw new KafkaException("records " + first + " to " + last + " were not expected behind " + end
                    + ": another process writes to a topic of the feed");
        }
        if (own) {
            between = first - end;
        }
        own = true;
        end = Math.max(end, last + 1);
        sent.clear();
    }

    private static long offset(Future<Long> record) {
        try {
            return record.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        }
    }
}
