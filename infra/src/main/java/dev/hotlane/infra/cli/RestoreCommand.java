package dev.hotlane.infra.cli;

import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.protocol.Meta;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `hotlane restore`: a database from a snapshot. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Builds an empty database from a snapshot, in one transaction, proven by its digest.",
            "A processor started on it replays the log from the snapshot's offset on, so the log must go back to there."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:Done.", "1:Refused, the database is as it was.", "2:Usage."})
final class RestoreCommand extends LaneCommand {
    @Option(
            names = "--without-log",
            description = {
                "Holds no log against the snapshot, as before `hotlane re-anchor` when the log is lost.",
                "Without it a snapshot is refused that the lane's log does not continue."
            })
    private boolean withoutLog;

    @Parameters(paramLabel = "FILE", description = "A snapshot.")
    private Path file;

    @Override
    public Integer call() {
        Meta cut = Snapshots.restore(
                mysql.checkpoint(),
                file,
                withoutLog ? null : new LaneLog(kafka.connection(), lane.lane()),
                Operator.name());
        PrintWriter out = spec.commandLine().getOut();
        out.println("restored the checkpoint " + SnapshotCommand.described(cut)
                + (withoutLog ? ": no log was looked at" : ": start a processor on it"));
        out.flush();
        return 0;
    }
}
