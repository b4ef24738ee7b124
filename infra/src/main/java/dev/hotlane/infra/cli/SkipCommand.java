package dev.hotlane.infra.cli;

import dev.hotlane.infra.repair.PoisonSkip;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `hotlane skip`: takes a record that stops every processor out of the log's replay. */
@Command(
        name = "skip",
        mixinStandardHelpOptions = true,
        description = {
            "Quarantines the record at an offset that stops every processor at each start.",
            "The record is stepped over from then on; a command never runs then, and its id is answered"
                    + " QUARANTINED. Refused unless every processor is down, MySQL stands at or before the offset, no"
                    + " TICK, BEAT or reply shows that a processor got past it, and no node can have answered it in"
                    + " memory.",
            "A SKIP can't be taken back: look first."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:Done, or with --look: may be done.", "1:Refused, nothing was written.", "2:Usage."})
final class SkipCommand extends LaneCommand {
    @Parameters(
            paramLabel = "OFFSET",
            description = "Offset of the record in the command topic, as the processor's last message names it.")
    private long offset;

    @Option(names = "--look", description = "Only look whether it may be done, write nothing.")
    private boolean onlyLook;

    @Option(
            names = "--may-have-been-answered",
            description = "Skip also what a leader may have answered to a caller of its own node, in memory.")
    private boolean mayBeAnswered;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            new PoisonSkip(kafka.connection(), lane.lane(), mysql.checkpoint(), mayBeAnswered, out::println)
                    .run(offset, onlyLook);
            return 0;
        } finally {
            out.flush();
        }
    }
}
