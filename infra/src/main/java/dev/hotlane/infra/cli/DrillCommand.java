package dev.hotlane.infra.cli;

import dev.hotlane.infra.drill.LaneDrill;
import dev.hotlane.infra.drill.RestoreDrill;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hotlane drill`: proves that a snapshot can be restored. */
@Command(
        name = "drill",
        mixinStandardHelpOptions = true,
        description = {
            "Restores the newest snapshot into a database made for it, and compares it.",
            "Makes a database hl_drill_*, runs `restore` and the checks of `verify --snapshot` there, drops it, and marks"
                    + " the snapshot as proven in the lane's database. Log retention goes by the second-newest proven"
                    + " snapshot. May run while the lane does."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:The snapshot is proven.",
            "1:It is missing, damaged or different, or Kafka or MySQL did not answer: nothing is proven.",
            "2:Usage.",
            "19:Kafka refused the account, or an operation."
        })
final class DrillCommand extends LaneCommand {
    private static final int PROVEN = 0;
    private static final int DIFFERENT = 1;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Tries the newest file that `hotlane snapshot --directory` wrote there; default: the newest"
                    + " snapshot that MySQL lists, under its listed path.")
    private Path directory;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        LaneDrill lane = new LaneDrill(
                kafka.connection(), this.lane.lane(), mysql.checkpoint(), directory, Operator.name(), note -> {
                    err.println(note);
                    err.flush();
                });
        RestoreDrill.Result result = new RestoreDrill(lane).run();
        if (result.verification().equal()) {
            out.println(result.file() + " is proven: the snapshot " + SnapshotCommand.described(result.cut())
                    + " was restored and equals the log");
            out.flush();
            return PROVEN;
        }
        err.println(result.file() + " is not proven: " + result.verification().summary());
        result.verification().differences().forEach(difference -> err.println("  " + difference));
        err.flush();
        return DIFFERENT;
    }
}
