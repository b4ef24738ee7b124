package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Whether every processor is down, as far as the log can tell: a leader speaks ten times a second, and one that follows
 * stands for leadership a second after the leader fell silent. One that still loads is not heard. One thread.
 */
final class Stillness {
    /** Three times what it takes a follower to stand. */
    static final Duration WATCHED = Duration.ofSeconds(3);

    private final CommandLog log;
    private final String topic;
    private final RecordView view = new RecordView();

    Stillness(CommandLog log, String topic) {
        this.log = log;
        this.topic = topic;
    }

    /** What it shows. */
    static String told(String topic) {
        return "no processor wrote to " + topic + " for " + WATCHED.toSeconds() + " s";
    }

    /** Watches the end of the log for a while; gives where it ended. A word of a processor is a refusal. */
    long require() {
        long end = log.endOffset();
        log.seek(end);
        long deadline = System.nanoTime() + WATCHED.toNanos();
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

    /** Whether a processor has spoken between these offsets, the second not included. */
    boolean broken(long from, long to) {
        log.seek(from);
        while (log.position() < to) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (record.offset() < to && speaks(view.wrap(record.key(), record.value()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean speaks(RecordKind kind) {
        return kind == RecordKind.TICK || kind == RecordKind.LEAD || kind == RecordKind.RESIGN;
    }
}
