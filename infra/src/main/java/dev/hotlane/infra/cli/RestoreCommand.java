package dev.hotlane.infra.cli;

import dev.hotlane.flusher.Cut;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.verify.Verifier;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane restore`: a database out of a snapshot. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Builds an empty database from a snapshot, in one transaction, proven by its digest.",
            "A processor started on it replays the log from the snapshot's offset on."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:Done.", "1:Refused, the database is as it was.", "2:Usage."})
final class RestoreCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StackOptions stack;

    @Mixin
    private MySqlOptions mysql;

    @Parameters(paramLabel = "FILE", description = "A snapshot.")
    private Path file;

    @Override
    public Integer call() {
        Cut cut = Snapshots.restore(
                Verifier.database(mysql.url(), mysql.user(), mysql.password()), file, Operator.name());
        PrintWriter out = spec.commandLine().getOut();
        out.println("restored the checkpoint " + SnapshotCommand.described(cut) + ": start a processor on it");
        out.flush();
        return 0;
    }
}
