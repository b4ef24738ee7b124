package dev.hotlane.console.log;

import java.util.List;

/**
 * One partition of a topic, read by offset; reading leaves no trace. Every method may block, and throws {@link
 * LogUnreadableException} if the brokers do not answer. Belongs to one thread.
 */
public interface OpenLog extends AutoCloseable {
    /** The first offset that is still there. */
    long startOffset();

    /** The last offset + 1, now. */
    long endOffset();

    /** The first offset stamped at or after that time, in ms since 1970; the end if there is none. */
    long offsetAt(long time);

    /** Sets the next offset to read. */
    void seek(long offset);

    /** The next offset to read. */
    long position();

    /** The next records; none if none arrive soon. */
    List<LoggedRecord> poll();

    @Override
    void close();
}
