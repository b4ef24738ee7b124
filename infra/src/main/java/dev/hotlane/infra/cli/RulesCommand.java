package dev.hotlane.infra.cli;

import dev.hotlane.infra.rules.RulesChange;
import dev.hotlane.infra.rules.RulesException;
import dev.hotlane.infra.rules.RulesText;
import dev.hotlane.infra.rules.RunningProcessors;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane rules show` and `hotlane rules set`. */
@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "show|set",
        description = "Shows or changes the numbers by which every process of a lane decides.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Shown, or in force.",
            "1:Refused, not confirmed, or not in force within 10 s.",
            "2:The arguments are wrong.",
            "53:The file of --ca-file can't be used."
        })
final class RulesCommand {
    private static final int REFUSED = 1;

    @Spec
    private CommandSpec spec;

    /** The options of both subcommands. */
    static final class RulesOptions {
        @Mixin
        private KafkaOptions kafka;

        @Mixin
        private LaneOptions lane;

        @Mixin
        private MySqlOptions mysql;

        private RulesChange change(PrintWriter out) {
            return new RulesChange(
                    kafka.connection(),
                    lane.lane(),
                    mysql.orNull() == null ? null : mysql.checkpoint(),
                    out::println,
                    RulesChange.IN_FORCE_MAX);
        }
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Prints the rules at the end of the log, one NAME=VALUE a line; writes nothing.")
    int show(@Mixin RulesOptions options) {
        return run(options, change -> {
            spec.commandLine().getOut().println(RulesText.shown(change.inForce()));
            return true;
        });
    }

    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = {
                "Writes the next rules, with --yes, and waits until the leader goes by them.",
                "Without --yes it only says what would change. hashSeed and rulesVersion can't be set."
            })
    int set(
            @Mixin RulesOptions options,
            @Parameters(paramLabel = "NAME=VALUE", arity = "1..*", description = "Numbers, as `rules show` names them.")
                    List<String> changes,
            @Mixin PageOptions pages,
            @Option(names = "--yes", description = "Do it. Without it, only print what would be done.")
                    boolean confirmed) {
        Map<String, Long> numbers = numbers(changes);
        RunningProcessors processors = pages.processors(
                spec.commandLine().getParseResult().subcommand().commandSpec());
        return run(options, change -> change.set(numbers, processors, confirmed));
    }

    private Map<String, Long> numbers(List<String> changes) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String change : changes) {
            int equals = change.indexOf('=');
            try {
                String name = change.substring(0, Math.max(equals, 0));
                if (name.isEmpty() || numbers.put(name, Long.parseLong(change.substring(equals + 1))) != null) {
                    throw new NumberFormatException();
                }
            } catch (NumberFormatException e) {
                throw new ParameterException(
                        spec.commandLine()
                                .getParseResult()
                                .subcommand()
                                .commandSpec()
                                .commandLine(),
                        "Expected NAME=VALUE with a whole number, each name once; found " + change + ".",
                        e);
            }
        }
        return numbers;
    }

    private int run(RulesOptions options, Function<RulesChange, Boolean> work) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            return work.apply(options.change(out)) ? 0 : REFUSED;
        } catch (RulesException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(e.getMessage());
            err.flush();
            return REFUSED;
        } finally {
            out.flush();
        }
    }
}
