package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.HistoryQuery;
import dev.hotlane.infra.past.HistoryQuery.Kind;
import dev.hotlane.infra.past.LogHistory;
import dev.hotlane.infra.past.PastRange;
import dev.hotlane.protocol.json.JsonLine;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane history`: every change of a counter, a reservation or a command. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = {
            "Prints every change of a counter, or those that a reservation or a command made.",
            "Each line is JSON: sequence, log time, what caused it, the numbers before and after. Expiries name the"
                    + " reservation that expired; kind bucket is a token bucket that was full again.",
            "With --reservation also each extension: when it expired before, and expires after.",
            "The last line names where the history ends, its digest, and whether a TICK proved it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done; a key or id that never was gives no change.",
            "1:The log differs from what the lane's leader computed, or a snapshot from the log.",
            "2:Usage, or the range is not reached yet.",
            "3:Records of the range are gone; the message names the oldest point.",
            "10:Kafka does not answer, or has no log of this lane."
        })
final class HistoryCommand implements Callable<Integer> {
    private static final int SEGMENTS_MAX = 64;

    @Spec
    private CommandSpec spec;

    @Mixin
    private PastOptions past;

    @Mixin
    private RangeOptions range;

    @Option(names = "--key", paramLabel = "KEY", description = "The counter of this key.")
    private String key;

    @Option(names = "--reservation", paramLabel = "ID", description = "The reservation of this id.")
    private String reservation;

    @Option(names = "--command", paramLabel = "ID", description = "The command of this id.")
    private String command;

    @Option(
            names = "--tenant",
            paramLabel = "TENANT",
            defaultValue = "",
            description = "Of --reservation and --command: whose; default: the empty tenant.")
    private String tenant;

    @Option(
            names = "--segments",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "Parts of the log between snapshots that are replayed at once, each with the memory of a state"
                            + " (default: ${DEFAULT-VALUE}).")
    private int segments;

    @Override
    public Integer call() throws Exception {
        if (PastOptions.given(key, reservation, command) != 1) {
            throw new ParameterException(spec.commandLine(), "Give one of --key, --reservation and --command.");
        }
        Usage.require(segments >= 1 && segments <= SEGMENTS_MAX, spec, "--segments", "1.." + SEGMENTS_MAX);
        AtCommand.requireTenant(spec, tenant);
        PastRange part = range.range();
        return past.answered(() -> {
            LogHistory history =
                    new LogHistory(past.kafka.connection(), past.lane.lane(), past.snapshots, segments, past.note());
            PrintWriter out = spec.commandLine().getOut();
            LogHistory.End end = history.read(query(), part, change -> out.println(change.json()));
            out.println(json(end));
            return 0;
        });
    }

    private HistoryQuery query() {
        if (key != null) {
            return new HistoryQuery(Kind.KEY, key, tenant);
        }
        return reservation == null
                ? new HistoryQuery(Kind.COMMAND, command, tenant)
                : new HistoryQuery(Kind.RESERVATION, reservation, tenant);
    }

    private static String json(LogHistory.End end) {
        JsonLine json = new JsonLine().begin().put("upTo", end.sequence()).putTime(end.time());
        json.putHex("digest", end.digest()).put("proved", end.provedBy() >= 0);
        return end.provedBy() < 0
                ? json.end()
                : json.put("provedBy", end.provedBy()).end();
    }
}
