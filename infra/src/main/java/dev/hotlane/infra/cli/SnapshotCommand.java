package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotDirectory;
import dev.hotlane.infra.snapshot.SnapshotDirectory.Rotation;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.snapshot.TakenSnapshot;
import dev.hotlane.infra.snapshot.UnconfirmedSnapshotException;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Meta;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** `hotlane snapshot`: the checkpoint as one file. */
@Command(
        name = "snapshot",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the checkpoint in MySQL into a new file, proven by its digest.",
            "May run while the lane does. `hotlane restore` builds a database from it, and `hotlane verify --snapshot`"
                    + " begins at it. Log retention goes by snapshots that `hotlane drill` has proven."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:Refused, nothing was kept; with --keep no older file was deleted.",
            "2:Usage.",
            "3:The file is written, whole and stays, but MySQL did not confirm that it lists it: log retention may not go by"
                    + " it. With --keep no older file was deleted.",
            "4:With --keep: the file is written and listed, but not all older files could be deleted.",
            "51:The directory is missing or takes no files."
        })
final class SnapshotCommand extends LaneCommand {
    private static final int UNCONFIRMED = 3;
    private static final int OLD_FILES_STAY = 4;

    /** Two files are needed to delete the log. */
    private static final int KEEP_MIN = 2;

    @Option(
            names = "--without-log",
            description = {
                "Takes a pure backup: no log is held against the checkpoint, and log retention never goes by the file.",
                "Without it a checkpoint is refused that the lane's log does not continue."
            })
    private boolean withoutLog;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Writes the file there, named LANE-TIME-SEQUENCE.snapshot; in place of FILE.")
    private Path directory;

    @Option(
            names = "--keep",
            paramLabel = "N",
            description =
                    "Then deletes files of the lane in DIR but the newest N, at least 2; the two newest proven ones stay"
                            + " in any case. Without it none is deleted.")
    private Integer keep;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Where to write it; must not exist.")
    private Path file;

    @Override
    public Integer call() {
        if ((file == null) == (directory == null)) {
            throw new ParameterException(spec.commandLine(), "Give either FILE or --directory.");
        }
        if (keep != null) {
            Usage.requireAtLeast(KEEP_MIN, keep, spec, "--keep");
            if (directory == null || withoutLog) {
                throw new ParameterException(
                        spec.commandLine(), "--keep needs --directory, and does not go with --without-log.");
            }
        }
        FlushSettings database = mysql.checkpoint();
        LaneLog log = withoutLog ? null : new LaneLog(kafka.connection(), lane.lane());
        try {
            return directory == null ? intoFile(database, log) : intoDirectory(database, log);
        } catch (UnconfirmedSnapshotException e) {
            return failed(e.getMessage(), UNCONFIRMED);
        } catch (HaltReason e) {
            return failed(e.code() + ": " + e.getMessage(), e.code().number());
        }
    }

    private int intoFile(FlushSettings database, LaneLog log) {
        written(Snapshots.take(database, file, log), file);
        return 0;
    }

    private int intoDirectory(FlushSettings database, LaneLog log) {
        try (SnapshotDirectory into = SnapshotDirectory.open(directory, lane.lane())) {
            Rotation done = into.rotate(
                    () -> {
                        TakenSnapshot taken = Snapshots.take(database, into, log);
                        written(taken.cut(), taken.file());
                        return taken;
                    },
                    of -> new SnapshotList(database, of),
                    keep == null ? SnapshotDirectory.ALL : keep,
                    note -> spec.commandLine().getErr().println(note));
            done.deleted().forEach(old -> print("deleted " + old));
            return done.fault() == null
                    ? 0
                    : failed(
                            "the snapshot is listed, but not all older files are deleted: " + done.fault(),
                            OLD_FILES_STAY);
        }
    }

    private void written(Meta cut, Path target) {
        print("snapshot " + described(cut) + " written to " + target);
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private int failed(String message, int code) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
        return code;
    }

    /** A checkpoint's offset and content, on one line. */
    static String described(Meta cut) {
        return String.format(
                "of offset %d (sequence %d, digest %016x, %,d counters, %,d open and %,d resolved holds, %,d window"
                        + " entries)",
                cut.nextOffset,
                cut.sequenceBase + cut.nextOffset,
                cut.digest,
                cut.counters,
                cut.holdsOpen,
                cut.holdsResolved,
                cut.windowCount);
    }
}
