package dev.hotlane.infra.cli;

import dev.hotlane.infra.repair.FarReplies;
import dev.hotlane.infra.repair.ReAnchor;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hotlane re-anchor`: anchors MySQL to a new command topic. */
@Command(
        name = "re-anchor",
        mixinStandardHelpOptions = true,
        description = {
            "Anchors the checkpoint in MySQL to a new, unused command topic, when the log it was made of is lost.",
            "The last resort: what MySQL holds becomes the truth, what was answered after it is gone. Sequences go on far"
                    + " above every one that was told. Refused unless every processor is down."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:Done.", "1:Refused or not confirmed, nothing was changed.", "2:Usage."})
final class ReAnchorCommand extends LaneCommand {
    @Option(names = "--yes", description = "Do it. Without it, only print what would be done.")
    private boolean confirmed;

    @Option(
            names = "--far-replies",
            defaultValue = "REFUSE",
            description = "If the reply topic names a sequence or an epoch far above MySQL's: ${COMPLETION-CANDIDATES}."
                    + " TAKE if MySQL was restored from before an earlier re-anchoring, IGNORE if somebody forged them."
                    + " Default: ${DEFAULT-VALUE}")
    private FarReplies far;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            new ReAnchor(kafka.connection(), lane.lane(), mysql.checkpoint(), out::println)
                    .run(confirmed, Operator.name(), far);
            return confirmed ? 0 : 1;
        } finally {
            out.flush();
        }
    }
}
