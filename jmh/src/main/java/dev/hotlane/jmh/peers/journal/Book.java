package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import io.vertx.core.Promise;
import java.sql.SQLException;
import java.util.List;

/** What a {@link GroupCommit} writes to. One caller at a time. */
interface Book extends AutoCloseable {
    /** A command that waits, and its answer once it is known. */
    final class Entry {
        final PeerCommand command;
        private final Promise<PeerAnswer> promise;
        PeerAnswer answer;

        Entry(PeerCommand command, Promise<PeerAnswer> promise) {
            this.command = command;
            this.promise = promise;
        }

        /** On the caller's loop. */
        void settle(SQLException failed) {
            if (failed == null) {
                promise.complete(answer);
            } else {
                promise.fail(failed);
            }
        }
    }

    /** Makes the batch durable by one statement and gives each entry its answer, in their order. */
    void write(List<Entry> batch) throws SQLException;

    /** Puts up that number of units of a new key. */
    void put(String key, long units) throws SQLException;

    /** Units left by what stands in MySQL, not by memory. */
    long left(String key) throws SQLException;

    @Override
    void close();
}
