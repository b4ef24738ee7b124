package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.PastException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.cli.LogTime;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands that read the past have in common: a picocli mixin. */
final class PastOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    LaneOptions lane;

    @Mixin
    KafkaOptions kafka;

    @Option(
            names = "--snapshots",
            split = ",",
            paramLabel = "FILES",
            description = "Snapshots to begin at, separated by commas; of a directory all files. The newest usable one"
                    + " before the asked point is taken; default: the first record of the log.")
    List<Path> snapshots = List.of();

    /** Runs the command; prints why there is no answer, if so. */
    int answered(Callable<Integer> command) throws Exception {
        try {
            return command.call();
        } catch (PastException e) {
            note().accept(e.getMessage());
            return e.reason().exitCode();
        } catch (KafkaException e) {
            if (KafkaOptions.denial(spec, e).isPresent()) {
                throw e;
            }
            note().accept(ExitCode.KAFKA_UNREACHABLE + ": " + e.getMessage());
            return ExitCode.KAFKA_UNREACHABLE.number();
        } finally {
            spec.commandLine().getOut().flush();
        }
    }

    /** Prints what an answer depends on, and how far it is, on stderr. */
    Consumer<String> note() {
        PrintWriter err = spec.commandLine().getErr();
        return line -> {
            err.println(line);
            err.flush();
        };
    }

    /** Epoch milliseconds of an option's text. */
    long millis(String option, String text) {
        return LogTime.parse(text, Clock.systemUTC())
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), option + " takes a time such as 2026-11-21T14:05, found " + text + "."));
    }

    /** The option of the two that is given. */
    static int given(Object... options) {
        int count = 0;
        for (Object option : options) {
            count += option == null ? 0 : 1;
        }
        return count;
    }
}
