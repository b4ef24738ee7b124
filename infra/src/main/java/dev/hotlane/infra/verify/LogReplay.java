package dev.hotlane.infra.verify;

import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads the command topic into a state, fresh or of a snapshot, from the state's next offset on. One thread. */
final class LogReplay {
    /** Time without any record after which the broker counts as gone. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(500);

    private final State state;
    private final TopicPartition partition;
    private final Effects effects = new Effects();
    private SkippedGaps gaps = SkippedGaps.NONE;
    private ConsumerRecord<byte[], byte[]> last;

    private LogReplay(State state, TopicPartition partition) {
        this.state = state;
        this.partition = partition;
    }

    /** Replays the records below {@code end}, stepping over those that SKIPs anywhere in the log name. */
    static LogReplay upTo(long end, State start, LogClients clients, String lane) {
        TopicPartition partition = new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION);
        LogReplay replay = new LogReplay(start, partition);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.reader()) {
            consumer.assign(List.of(partition));
            long from = start.nextOffset();
            long logEnd = replay.requireWhole(consumer, from, end);
            SkipScan scan = new SkipScan(from);
            replay.read(consumer, from, logEnd, record -> scan.see(record.offset(), record.key(), record.value()));
            start.quarantine(scan.offsets());
            replay.gaps = new SkippedGaps(scan.offsets());
            replay.read(consumer, from, end, replay::apply);
        }
        return replay;
    }

    private long requireWhole(KafkaConsumer<byte[], byte[]> consumer, long from, long end) {
        long start = consumer.beginningOffsets(List.of(partition)).get(partition);
        long logEnd = consumer.endOffsets(List.of(partition)).get(partition);
        if (start > from) {
            throw new VerifyException("the log starts at offset " + start + ", and this replay needs it from " + from
                    + ": the records before were deleted, so compare with a snapshot of offset " + start
                    + " or later (`hotlane verify --snapshot FILE`)");
        }
        if (logEnd < end) {
            throw new VerifyException("MySQL stands at offset " + end + ", but the log ends at " + logEnd
                    + ": it was truncated or belongs to another lane; don't start a processor, see the runbook");
        }
        return logEnd;
    }

    private void read(
            KafkaConsumer<byte[], byte[]> consumer, long from, long end, Consumer<ConsumerRecord<byte[], byte[]>> to) {
        long heard = System.nanoTime();
        consumer.seek(partition, from);
        long next = from;
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record :
                    gaps.close(next, consumer.poll(POLL).records(partition))) {
                if (record.offset() < end) {
                    to.accept(record);
                }
                next = record.offset() + 1;
                heard = System.nanoTime();
            }
            if (System.nanoTime() - heard > SILENCE_MAX.toNanos()) {
                throw new VerifyException("no record came for " + SILENCE_MAX.toSeconds() + " s at offset "
                        + consumer.position(partition) + " of " + end + ": is the broker up?");
            }
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        state.apply(record.offset(), record.timestamp(), record.key(), record.value(), effects);
        last = record;
    }

    /** The state after the last record. */
    State state() {
        return state;
    }

    /** Whether any record was applied. */
    boolean moved() {
        return last != null;
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
