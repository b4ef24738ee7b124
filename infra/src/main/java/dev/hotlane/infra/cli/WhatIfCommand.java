package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.OtherRules;
import dev.hotlane.infra.past.PastRange;
import dev.hotlane.infra.past.WhatIf;
import dev.hotlane.infra.past.WhatIfReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane what-if`: what other rules would have given. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        description = {
            "Replays a part of the log as it was and under other rules, and compares.",
            "The file of --change has an array of changes, such as {\"limit\":{\"prefix\":\"limit:deal1:\",\"max\":2}},"
                    + " {\"min\":{\"prefix\":\"stock:\",\"min\":-5}}, {\"ttlMs\":60000}, {\"set\":{\"stock:a\":50}},"
                    + " {\"drop\":{\"owner\":\"bot-*\"}} (or key, id), {\"rules\":{\"holdRetentionMs\":60000}}.",
            "Callers' other behaviour is not modelled. Writes nothing to the lane; needs the memory of two states."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done.",
            "1:The log differs from what the lane's leader computed.",
            "2:Usage, or a field of the file is wrong; the message names it.",
            "3:Records of the range are gone; the message names the oldest point.",
            "10:Kafka does not answer, or has no log of this lane."
        })
final class WhatIfCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PastOptions past;

    @Mixin
    private RangeOptions range;

    @Option(names = "--change", paramLabel = "FILE", required = true, description = "The changes, as JSON.")
    private Path change;

    @Option(
            names = "--assume-confirm",
            paramLabel = "RATE",
            description =
                    "observed: reservations that are new are confirmed as often as the range's own, by a hash of the"
                            + " id, and count as assumed. Default: they expire.")
    private String assumeConfirm;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        PastRange part = range.range();
        Usage.require(assumeConfirm == null || assumeConfirm.equals("observed"), spec, "--assume-confirm", "observed");
        return past.answered(() -> {
            OtherRules changes = OtherRules.read(change);
            try (WhatIf whatIf = new WhatIf(past.kafka.connection(), past.lane.lane(), past.snapshots, past.note())) {
                WhatIfReport report = (assumeConfirm == null ? whatIf : whatIf.assumeConfirms(part)).run(part, changes);
                PrintWriter out = spec.commandLine().getOut();
                if (json) {
                    out.println(report.json());
                } else {
                    report.lines().forEach(out::println);
                }
                return 0;
            }
        });
    }
}
