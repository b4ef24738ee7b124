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
 * Shows a position to users of the Kafka CLI, as the committed offset of a group. For display only: nothing reads it. A
 * failed commit is not retried; the next offset is committed. Owned by one thread, in a processor the thread watch.
 */
public final class ShownOffset {
    private static final Logger log = LoggerFactory.getLogger(ShownOffset.class);

    private final Admin admin;
    private final String group;
    private final TopicPartition partition;
    private final BooleanSupplier shows;
    private final LongSupplier offset;
    private long shown = -1;

    /**
     * For that group.
     *
     * @param shows whether this process commits now
     * @param offset below 0 for none
     */
    public ShownOffset(
            Admin admin, String group, TopicPartition partition, BooleanSupplier shows, LongSupplier offset) {
        this.admin = admin;
        this.group = group;
        this.partition = partition;
        this.shows = shows;
        this.offset = offset;
    }

    /** Commits the offset if it moved; does not wait for the broker. */
    public void show() {
        long now = offset.getAsLong();
        if (now < 0 || now == shown || !shows.getAsBoolean()) {
            return;
        }
        shown = now;
        admin.alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(now)))
                .all()
                .whenComplete((done, failed) -> {
                    if (failed != null) {
                        log.debug("the offset {} could not be shown in group {}", now, group, failed);
                    }
                });
    }
}
