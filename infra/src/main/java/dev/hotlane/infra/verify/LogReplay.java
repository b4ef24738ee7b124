package dev.hotlane.infra.verify;

import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads the command topic from its first record into a fresh state. One thread. */
final class LogReplay {
    /** Without any record for so long the broker is taken for gone. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(500);

    private final State state = new State();
    private final Effects effects = new Effects();
    private ConsumerRecord<byte[], byte[]> last;

    /** Replays the records below {@code end}. */
    static LogReplay upTo(long end, LogClients clients, String lane) {
        LogReplay replay = new LogReplay();
        TopicPartition partition = new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            consumer.assign(List.of(partition));
            requireWhole(consumer, partition, end);
            consumer.seek(partition, 0);
            replay.read(consumer, end);
        }
        return replay;
    }

    private static void requireWhole(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        long start = consumer.beginningOffsets(List.of(partition)).get(partition);
        long logEnd = consumer.endOffsets(List.of(partition)).get(partition);
        if (start > 0) {
            throw new VerifyException("the log starts at offset " + start + ", and a replay needs it from 0: the"
                    + " records before were deleted, so this database can only be compared with a snapshot");
        }
        if (logEnd < end) {
            throw new VerifyException("MySQL stands at offset " + end + ", but the log ends at " + logEnd
                    + ": it was truncated or belongs to another lane; don't start a processor, see the runbook");
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, long end) {
        long heard = System.nanoTime();
        while (state.nextOffset() < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() >= end) {
                    break;
                }
                state.apply(record.offset(), record.timestamp(), record.key(), record.value(), effects);
                last = record;
                heard = System.nanoTime();
            }
            if (System.nanoTime() - heard > SILENCE_MAX.toNanos()) {
                throw new VerifyException("no record came for " + SILENCE_MAX.toSeconds() + " s at offset "
                        + state.nextOffset() + " of " + end + ": is the broker up?");
            }
        }
    }

    /** The state after the last record. */
    State state() {
        return state;
    }

    /** The broker's time of the last record, 0 for none. */
    long lastTimestamp() {
        return last == null ? 0 : last.timestamp();
    }

    /** The checksum in the last record's frame, 0 for none. */
    int lastChecksum() {
        return last == null ? 0 : Frame.storedChecksum(last.value());
    }
}
