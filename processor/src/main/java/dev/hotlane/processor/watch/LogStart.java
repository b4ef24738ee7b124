package dev.hotlane.processor.watch;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The first offset that the log still has, by the broker. Owned by the thread watch, which asks every ten seconds and does not
 * wait; any thread reads it.
 */
public final class LogStart {
    private static final int LOOKS_PER_QUESTION = 10;

    private final Admin admin;
    private final TopicPartition partition;
    private int looks;
    private volatile long offset = -1;

    /** @param partition of the log */
    public LogStart(Admin admin, TopicPartition partition) {
        this.admin = admin;
        this.partition = partition;
    }

    /** Called once a second. */
    public void look() {
        if (looks++ % LOOKS_PER_QUESTION == 0) {
            var unused = admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                    .partitionResult(partition)
                    .whenComplete((found, failed) -> {
                        if (failed == null) {
                            offset = found.offset();
                        }
                    });
        }
    }

    /** The offset at the last answer, -1 before the first. Any thread. */
    public long offset() {
        return offset;
    }
}
