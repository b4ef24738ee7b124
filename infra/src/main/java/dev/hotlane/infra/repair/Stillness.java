package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Checks by the log that every processor is down: a leader writes ten records a second, and a follower stands a second
 * after the leader fell silent. A process that still loads is not detected. One thread.
 */
final class Stillness {
    /** Three times the silence after which a follower stands. */
    static final Duration WATCHED = Duration.ofSeconds(3);

    private final TopicLog log;
    private final String topic;
    private final Duration watched;
    private final RecordView view = new RecordView();

    /** Watches for {@link #WATCHED}. */
    Stillness(TopicLog log, String topic) {
        this(log, topic, WATCHED);
    }

    Stillness(TopicLog log, String topic, Duration watched) {
        this.log = log;
        this.topic = topic;
        this.watched = watched;
    }

    /** The result as a sentence. */
    static String told(String topic) {
        return "no processor wrote to " + topic + " for " + WATCHED.toSeconds() + " s";
    }

    /** Watches the end of the log for that time and returns the end. Rejects if a processor writes a record. */
    long require() {
        long end = log.endOffset();
        log.seek(end);
        long deadline = System.nanoTime() + watched.toNanos();
        while (System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                RecordKind kind = view.wrap(record.key(), record.value());
                if (speaks(kind)) {
                    throw new RepairException("a processor runs: its " + kind + " came at offset " + record.offset()
                            + " of " + topic + " while the log was watched for " + WATCHED.toSeconds()
                            + " s. Stop every processor of the lane, and whatever starts it again, first");
                }
            }
        }
        return log.endOffset();
    }

    /** Whether a processor wrote a record between these offsets, the second not included. */
    boolean broken(long from, long to) {
        return log.any(from, to, record -> speaks(view.wrap(record.key(), record.value())));
    }

    private static boolean speaks(RecordKind kind) {
        return kind == RecordKind.TICK || kind == RecordKind.LEAD || kind == RecordKind.RESIGN;
    }
}
