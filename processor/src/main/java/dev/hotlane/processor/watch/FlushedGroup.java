package dev.hotlane.processor.watch;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the flushed offset to users of the Kafka CLI, as the committed offset of the group {@code <lane>.flushed}. For
 * display only: nothing reads it. A failed commit is not retried; the next offset is committed. Runs on the thread
 * watch.
 */
public final class FlushedGroup {
    private static final Logger log = LoggerFactory.getLogger(FlushedGroup.class);

    private final Admin admin;
    private final String group;
    private final TopicPartition partition;
    private final BooleanSupplier leading;
    private final LongSupplier flushed;
    private long shown = -1;

    /** @param leading only the leader commits the offset */
    public FlushedGroup(
            Admin admin, String lane, TopicPartition partition, BooleanSupplier leading, LongSupplier flushed) {
        this.admin = admin;
        this.group = lane + ".flushed";
        this.partition = partition;
        this.leading = leading;
        this.flushed = flushed;
    }

    /** Commits the offset if it moved; does not wait for the broker. */
    public void show() {
        long now = flushed.getAsLong();
        if (now == shown || !leading.getAsBoolean()) {
            return;
        }
        shown = now;
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(now)))
                .all()
                .whenComplete((done, failed) -> {
                    if (failed != null) {
                        log.debug("the flushed offset {} could not be shown in group {}", now, group, failed);
                    }
                });
    }
}
