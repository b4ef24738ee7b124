package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.PastRange;
import dev.hotlane.protocol.cli.LogTime;
import java.time.Clock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A part of the log, both ends included: a picocli mixin. */
final class RangeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "POINT",
            description = "First sequence, or a log time such as 2026-11-21T14:05 (UTC); default: the oldest.")
    private String from;

    @Option(
            names = "--to",
            paramLabel = "POINT",
            description = "Last sequence, or a log time; default: the record that is last now.")
    private String to;

    PastRange range() {
        PastRange range = new PastRange(point("--from", from), isTime(from), point("--to", to), isTime(to));
        boolean comparable = from != null && to != null && isTime(from) == isTime(to);
        if (comparable && range.from() > range.to()) {
            throw new ParameterException(spec.commandLine(), "--from lies behind --to.");
        }
        return range;
    }

    private static boolean isTime(String point) {
        return point != null && !point.matches("\\d{1,18}");
    }

    private long point(String option, String point) {
        if (point == null) {
            return -1;
        } else if (!isTime(point)) {
            return Long.parseLong(point);
        }
        return LogTime.parse(point, Clock.systemUTC())
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        option + " takes a sequence, or a time such as 2026-11-21T14:05, found " + point + "."));
    }
}
