package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.CheckpointRestore;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.function.Function;

/**
 * Takes, reads and restores snapshots of a checkpoint. Each is proven by its digest before it is used. Blocking; any
 * thread. Throws {@link SnapshotException}, and FlusherException for the database's part.
 */
public final class Snapshots {
    private Snapshots() {}

    /**
     * Writes the checkpoint into a new file and lists the snapshot in the database. Retention goes by it once a drill has
     * proven it. May run while the lane does. Returns the snapshot's cut.
     *
     * @param log must continue the checkpoint, else nothing is written; null for a pure backup, which is compared with
     *     no log and not listed in the database
     * @throws UnconfirmedSnapshotException if the file is written and whole, but MySQL did not confirm its listing
     */
    public static Meta take(FlushSettings database, Path file, LaneLog log) {
        Path target = listed(file);
        if (Files.exists(target)) {
            throw new SnapshotException(target + " exists: a snapshot is never written over, name a new file");
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            return take(database, part, cut -> target, log).cut();
        } catch (FileAlreadyExistsException e) {
            throw new SnapshotException(
                    part + " exists: another snapshot is being written there, or one was interrupted; delete it if none"
                            + " runs",
                    e);
        } catch (IOException | UncheckedIOException e) {
            throw unwritten(target, e);
        }
    }

    /** As {@link #take(FlushSettings, Path, LaneLog)}, into a directory, under a name by the time now and the sequence. */
    public static TakenSnapshot take(FlushSettings database, SnapshotDirectory into, LaneLog log) {
        Meta longest = new Meta();
        longest.nextOffset = Long.MAX_VALUE;
        listed(into.named(longest, Instant.now()));
        try {
            return take(database, into.part(), cut -> into.named(cut, Instant.now()), log);
        } catch (IOException | UncheckedIOException e) {
            throw unwritten(into.part(), e);
        }
    }

    private static TakenSnapshot take(FlushSettings database, Path part, Function<Meta, Path> name, LaneLog log)
            throws IOException {
        StateLoad proof = write(database, part, log);
        Path target = name.apply(proof.cut());
        name(part, target);
        if (log != null) {
            list(database, proof, target);
        }
        return new TakenSnapshot(target, proof.identity(), proof.cut());
    }

    private static SnapshotException unwritten(Path target, Exception e) {
        return new SnapshotException(
                "the snapshot could not be written to " + target + " (" + e.getMessage()
                        + "): is there room, may you write there? Nothing was kept of it",
                e);
    }

    /** The path as the database lists it; rejected before anything is written if it is too long. */
    private static Path listed(Path file) {
        Path path = file.toAbsolutePath().normalize();
        int length = path.toString().codePointCount(0, path.toString().length());
        if (length > Checkpoint.SNAPSHOT_PATH_MAX) {
            throw new SnapshotException(
                    "the path of the snapshot has " + length + " characters, and the database keeps "
                            + Checkpoint.SNAPSHOT_PATH_MAX + " (hl_snapshot.file): name a shorter one, found " + path);
        }
        return path;
    }

    /** Gives the whole file its final name, durably. */
    static void name(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            Files.deleteIfExists(part);
            Files.deleteIfExists(target);
            throw e;
        }
    }

    private static void list(FlushSettings database, StateLoad proof, Path target) {
        try {
            new SnapshotList(database, proof.identity()).taken(proof.cut(), target.toString());
        } catch (FlusherException e) {
            throw new UnconfirmedSnapshotException(
                    target
                            + " is written, whole and stays: `hotlane restore` and `hotlane verify --snapshot` may use it."
                            + " But MySQL did not confirm that it lists it, so log retention may not"
                            + " go by it: take another one once MySQL takes writes again. MySQL: "
                            + e.getMessage(),
                    e);
        }
    }

    private static StateLoad write(FlushSettings database, Path part, LaneLog log) throws IOException {
        SnapshotWriter writer = new SnapshotWriter(part);
        try (writer) {
            StateLoad proof = new StateLoad();
            new Checkpoint(database).load(new Tee(proof, writer));
            String fault = proof.prove();
            if (fault != null) {
                throw new SnapshotException(
                        "the checkpoint is not whole: " + fault + ". Run `hotlane verify`; no snapshot is taken of it");
            }
            if (proof.cut().nextOffset == 0 && proof.cut().sequenceBase == 0) {
                throw new SnapshotException("the checkpoint is still empty: there is nothing to take a snapshot of");
            }
            requireContinues(log, proof, "no snapshot is taken, it would not help");
            writer.end();
            SnapshotReader.read(part, new Unread());
            return proof;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private static void requireContinues(LaneLog log, StateLoad proof, String refusal) {
        if (log == null) {
            return;
        }
        try {
            log.requireContinues(proof.identity(), proof.cut());
        } catch (SnapshotException e) {
            throw new SnapshotException(
                    refusal + ": " + e.getMessage() + ". With --without-log no log is looked at", e);
        }
    }

    /** Reads the meta row of a snapshot, to choose one of several; only {@link #read} proves it. */
    public static CheckpointMeta meta(Path file) {
        CheckpointMeta[] found = new CheckpointMeta[1];
        SnapshotReader.meta(file, new Unread() {
            @Override
            public void meta(Identity identity, long fenceEpoch, Meta cut) {
                found[0] = new CheckpointMeta(identity, fenceEpoch, cut);
            }
        });
        return found[0];
    }

    /** Reads a snapshot to its end and proves it by its digest. */
    public static StateLoad read(Path file) {
        StateLoad load = new StateLoad();
        SnapshotReader.read(file, load);
        String fault = load.prove();
        if (fault != null) {
            throw new SnapshotException(file + " is damaged: " + fault + ". Take another copy of it, or an older one");
        }
        return load;
    }

    /**
     * Restores a snapshot into an empty database, and proves it. Returns its cut: a processor replays the log from
     * there.
     *
     * @param log must continue the snapshot, else nothing is written; null for no comparison, and then the database
     *     does not list the snapshot
     * @param who does it, for the history that the database keeps
     */
    public static Meta restore(FlushSettings database, Path file, LaneLog log, String who) {
        Path listed = listed(file);
        StateLoad proof = read(file);
        requireContinues(log, proof, "nothing is restored from " + file + ", it would not help");
        long digest = proof.cut().digest;
        try (CheckpointRestore restore = new CheckpointRestore(database)) {
            SnapshotReader.read(file, new DatabaseFill(restore));
            restore.finish(who, listed.toString(), log != null);
        }
        StateLoad stored = new StateLoad();
        new Checkpoint(database).load(stored);
        String fault = stored.prove();
        if (fault != null || stored.cut().digest != digest) {
            throw new SnapshotException("what stands in the database now is not what is in " + file + ": " + fault
                    + ". Drop that database and don't start a processor on it; this is a fault of Hotlane or MySQL");
        }
        return stored.cut();
    }
}
