package dev.hotlane.gateway.changes;

import java.time.Duration;
import java.util.List;

/**
 * Reads committed records by their offsets. Belongs to one thread at a time; each method may throw a RuntimeException of the
 * client, after which it is closed.
 */
public interface ChangesConsumer extends AutoCloseable {
    /** Offset of the oldest record that is kept, or of the end if there is none. */
    long begin(ChangesTopic topic);

    /** Offset behind the last record that was committed. */
    long end(ChangesTopic topic);

    /** The next record read is the first at or behind this offset. */
    void seek(ChangesTopic topic, long offset);

    /** Offset from which the next record is read: all committed ones before it were returned. */
    long position(ChangesTopic topic);

    /** The next records in their order, of each topic; none if none came in this time. */
    List<ChangesRead> poll(Duration max);

    @Override
    void close();
}
