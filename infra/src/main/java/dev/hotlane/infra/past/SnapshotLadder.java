package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes snapshots along an old log: each after a TICK that is proved, or before one that is. A file of an earlier run is
 * kept, and the replay begins at the newest one. Blocking; one thread.
 */
public final class SnapshotLadder implements AutoCloseable {
    private final LogSpan log;
    private final Identity identity;
    private final Path directory;
    private final String lane;
    private final Consumer<String> notes;

    /** @param directory gets the files, named by lane and sequence; must exist */
    public SnapshotLadder(KafkaConnection kafka, String lane, Path directory, Consumer<String> notes) {
        this(LogSpan.of(kafka, lane), TopicAdmin.identity(kafka, lane), directory, lane, notes);
    }

    SnapshotLadder(LogSpan log, Identity identity, Path directory, String lane, Consumer<String> notes) {
        this.log = log;
        this.identity = identity;
        this.directory = directory;
        this.lane = lane;
        this.notes = notes;
    }

    /**
     * Writes a snapshot about every {@code every} records, up to the end of the log. Returns the files written.
     *
     * @param snapshots where to begin; the ladder's own directory counts too
     * @param stop ends it between two records
     */
    public long climb(List<Path> snapshots, long every, BooleanSupplier stop, Consumer<Path> written) {
        if (!Files.isDirectory(directory)) {
            throw new PastException(Reason.QUESTION, "--directory: " + directory + " is no directory: make it");
        }
        List<Path> places = new ArrayList<>(snapshots);
        places.add(directory);
        PastStart start = new SnapshotShelf(places, identity, notes).before(log.end(), Long.MAX_VALUE, log);
        PastReplay replay = new PastReplay(log, start.state(), start.last(), null);
        Progress progress = new Progress(notes);
        long due = start.state().nextOffset() + every;
        long files = 0;
        while (!stop.getAsBoolean() && replay.peek() != null) {
            Effects effects = replay.apply();
            long next = replay.state().nextOffset();
            progress.at(next, log.end());
            if (next >= due && effects.kind() == RecordKind.TICK && effects.accepted()) {
                Path file = proven(replay, next, stop);
                if (file != null) {
                    written.accept(file);
                    files++;
                }
                due = next + every;
            }
        }
        return files;
    }

    /** Writes the file and gives it its name once a later TICK confirmed its digest, or that of a TICK behind it; null if none does. */
    private Path proven(PastReplay replay, long next, BooleanSupplier stop) {
        State state = replay.state();
        Meta meta = new Meta();
        state.describe(meta);
        Path file = directory.resolve(lane + "-" + (meta.sequenceBase + next - 1) + ".snapshot");
        Path unproved = directory.resolve(file.getFileName() + ".unproved.part");
        try {
            StateFile.write(state, identity, replay.last(), unproved);
            try {
                if (stop.getAsBoolean() || replay.prove(next) < 0) {
                    return null;
                }
                Files.move(unproved, file, StandardCopyOption.ATOMIC_MOVE);
                return file;
            } finally {
                Files.deleteIfExists(unproved);
            }
        } catch (SnapshotException e) {
            throw new PastException(Reason.QUESTION, "--directory: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new PastException(Reason.QUESTION, file + " can't be written: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
