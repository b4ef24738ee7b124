package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateSave;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a snapshot file from a follower's state, without a database. {@link Snapshots#read} reads it. Any thread. */
public final class StateFile {
    private StateFile() {}

    /**
     * Writes the state into that file; one of the same name is replaced as a whole. Takes seconds. Returns the file's
     * meta row, whose digest proves it when it is read.
     *
     * @param log the log whose records made the state
     * @param last the record before the state's next offset
     * @throws SnapshotException if the state is empty or the file can't be written; then nothing is left of it
     */
    public static Meta write(State state, Identity log, LastRecord last, Path file) {
        Path target = file.toAbsolutePath().normalize();
        if (state.nextOffset() == 0) {
            throw new SnapshotException("the state has no record yet: no file is written to " + target);
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            // One that an interrupted writer left.
            Files.deleteIfExists(part);
            Meta cut = fill(state, log, last, part);
            Snapshots.name(part, target);
            return cut;
        } catch (IOException | UncheckedIOException e) {
            throw new SnapshotException(
                    "the state could not be written to " + target + " (" + e.getMessage()
                            + "): is there room, may you write there? Nothing was kept of it",
                    e);
        }
    }

    private static Meta fill(State state, Identity log, LastRecord last, Path part) throws IOException {
        try (SnapshotWriter writer = new SnapshotWriter(part)) {
            Meta cut = StateSave.of(state, log, last, writer);
            writer.end();
            return cut;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }
}
