package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.state.State;
import java.util.List;

/** Where a feed keeps its state files, by name. Owned by the feed's thread; blocks. */
public interface FeedShelf {
    /** The names of all files that are there, in any order. */
    List<String> names();

    /**
     * Writes a state; a file of that name is replaced as a whole.
     *
     * @param log the log whose records made the state
     * @param last the record before the state's next offset
     * @throws dev.hotlane.infra.snapshot.SnapshotException if it can't be written; then nothing is left of it
     */
    void write(String name, State state, Identity log, LastRecord last);

    /**
     * Reads a file to its end, and proves it by its digest.
     *
     * @throws dev.hotlane.infra.snapshot.SnapshotException if it is not whole
     */
    StateLoad read(String name);

    /** Deletes a file; one that can't be deleted stays. */
    void delete(String name);
}
