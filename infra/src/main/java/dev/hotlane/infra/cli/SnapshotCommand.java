package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.snapshot.UntoldException;
import dev.hotlane.protocol.Meta;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `hotlane snapshot`: the checkpoint as one file. */
@Command(
        name = "snapshot",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the checkpoint in MySQL into a new file, proven by its digest.",
            "May run while the lane does. `hotlane restore` builds a database from it, `hotlane verify --snapshot`"
                    + " begins at it, and log retention deletes only what lies before the newest one."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:Refused, nothing was kept.",
            "2:Usage.",
            "3:The file is written, whole and stays, but MySQL did not confirm that it knows of it: log retention may"
                    + " not go by it."
        })
final class SnapshotCommand extends LaneCommand {
    private static final int UNTOLD = 3;

    @Option(
            names = "--without-log",
            description = {
                "Takes a pure backup: no log is held against the checkpoint, and log retention never goes by the file.",
                "Without it a checkpoint is refused that the lane's log does not continue."
            })
    private boolean withoutLog;

    @Parameters(paramLabel = "FILE", description = "Where to write it; must not exist.")
    private Path file;

    @Override
    public Integer call() {
        FlushSettings database = mysql.checkpoint();
        Meta cut;
        try {
            cut = Snapshots.take(database, file, withoutLog ? null : new LaneLog(kafka.connection(), lane.lane()));
        } catch (UntoldException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(e.getMessage());
            err.flush();
            return UNTOLD;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("snapshot " + described(cut) + " written to " + file);
        out.flush();
        return 0;
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
