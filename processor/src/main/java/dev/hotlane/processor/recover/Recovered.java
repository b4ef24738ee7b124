package dev.hotlane.processor.recover;

import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Result of a recovery.
 *
 * @param state as of {@code cut}, digest proven
 * @param cut the checkpoint
 * @param topics as Kafka reported them
 * @param consumer positioned at the checkpoint
 * @param logEnd end of the log, captured after the checkpoint was read
 * @param capturedNanos monotonic time when {@code logEnd} was read
 * @param gaps missing offsets that SKIPs name, from the checkpoint on
 */
public record Recovered(
        State state,
        Meta cut,
        LaneTopics topics,
        Consumer<byte[], byte[]> consumer,
        long logEnd,
        long capturedNanos,
        SkippedGaps gaps) {}
