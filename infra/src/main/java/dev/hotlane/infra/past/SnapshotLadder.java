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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
        Deque<Rung> waiting = new ArrayDeque<>();
        long due = start.state().nextOffset() + every;
        long files = 0;
        try {
            while (!stop.getAsBoolean() && replay.peek() != null) {
                Effects effects = replay.apply();
                long next = replay.state().nextOffset();
                progress.at(next, log.end());
                if (next >= due && effects.kind() == RecordKind.TICK && effects.accepted()) {
                    waiting.add(unproved(replay, next));
                    due = next + every;
                }
                while (!waiting.isEmpty()
                        && replay.provedBelow() >= waiting.peek().next()) {
                    written.accept(named(waiting.remove()));
                    files++;
                }
            }
            return files;
        } catch (IOException e) {
            throw new PastException(Reason.QUESTION, "--directory: " + e.getMessage(), e);
        } finally {
            waiting.forEach(Rung::delete);
        }
    }

    /**
     * A snapshot that waits for its proof: a later TICK that confirms the digest after it, or that of a TICK behind it. A leader
     * that was far behind the log's end gave the proof as much later.
     *
     * @param next offset of the first record that it does not contain
     */
    private record Rung(long next, Path unproved, Path file) {
        void delete() {
            try {
                Files.deleteIfExists(unproved);
            } catch (IOException e) {
                throw new PastException(Reason.QUESTION, unproved + " can't be deleted: " + e.getMessage(), e);
            }
        }
    }

    private Rung unproved(PastReplay replay, long next) {
        State state = replay.state();
        Meta meta = new Meta();
        state.describe(meta);
        Path file = directory.resolve(lane + "-" + (meta.sequenceBase + next - 1) + ".snapshot");
        Path unproved = directory.resolve(file.getFileName() + ".unproved.part");
        try {
            StateFile.write(state, identity, replay.last(), unproved);
        } catch (SnapshotException e) {
            throw new PastException(Reason.QUESTION, "--directory: " + e.getMessage(), e);
        }
        return new Rung(next, unproved, file);
    }

    private static Path named(Rung proved) throws IOException {
        return Files.move(proved.unproved(), proved.file(), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        log.close();
    }
}
