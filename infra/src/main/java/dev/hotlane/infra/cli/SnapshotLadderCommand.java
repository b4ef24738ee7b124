package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.SnapshotLadder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane snapshot-ladder`: snapshots along an old log. */
@Command(
        name = "snapshot-ladder",
        mixinStandardHelpOptions = true,
        description = {
            "Writes snapshots along an old log, so that `at` and `history` begin near their point.",
            "Each stands after a TICK whose digest a later TICK confirmed. Needs no MySQL, writes nothing to the lane, and"
                    + " goes on at the newest file of an earlier run."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:The log differs from what the lane's leader computed.",
            "2:Usage, or a file can't be written.",
            "3:The log's first records are gone, and no snapshot follows them.",
            "10:Kafka does not answer, or has no log of this lane."
        })
final class SnapshotLadderCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PastOptions past;

    @Option(
            names = "--every",
            paramLabel = "N",
            required = true,
            description = "Records between two snapshots, at least 1000; each costs seconds and the size of the state.")
    private long every;

    @Option(names = "--directory", paramLabel = "DIR", required = true, description = "Where the files go; must exist.")
    private Path directory;

    @Override
    public Integer call() throws Exception {
        Usage.requireAtLeast(1_000, every, spec, "--every");
        Foreground foreground = Foreground.enter();
        try {
            return past.answered(() -> {
                try (SnapshotLadder ladder =
                        new SnapshotLadder(past.kafka.connection(), past.lane.lane(), directory, past.note())) {
                    PrintWriter out = spec.commandLine().getOut();
                    long files = ladder.climb(past.snapshots, every, foreground::asked, file -> out.println(file));
                    out.println(files + " snapshots written to " + directory);
                    return 0;
                }
            });
        } finally {
            foreground.closed();
        }
    }
}
