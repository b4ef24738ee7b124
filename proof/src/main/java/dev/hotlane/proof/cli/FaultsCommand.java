package dev.hotlane.proof.cli;

import dev.hotlane.infra.cli.Usage;
import dev.hotlane.proof.faults.FaultsRun;
import dev.hotlane.proof.faults.Matrix;
import dev.hotlane.proof.faults.rows.Soak;
import dev.hotlane.proof.faults.scene.FaultRow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane faults`: runs the fault matrix on a stack of its own. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        description = {
            "Breaks a lane in every way of the fault matrix and proves that nothing was lost or done twice.",
            "It starts a broker, a database, two processors and two gateways of its own, each a process, and",
            "callers that record all they see. Every row ends with the same proof: the log replayed through an",
            "independent model gives every answer and all that MySQL holds. Exit code 0 only if all of it holds."
        })
final class FaultsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rows",
            paramLabel = "ROWS",
            description = {
                "Such as F01,F05-F09, or F01N,F05N-F09N for those on nodes (default: all;",
                "`--list` shows them)."
            })
    private String rows;

    @Option(names = "--list", description = "Shows the rows and runs none.")
    private boolean list;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the random choices of an earlier run.")
    private Long seed;

    @Option(names = "--short", description = "Some rows, in a few minutes: what `./hotlane test` runs.")
    private boolean brief;

    @Option(names = "--soak", paramLabel = "TIME", description = "Everything at random for this time: 30m, 90s.")
    private String soak;

    @Option(names = "--report", paramLabel = "FILE", description = "Writes the table there, as Markdown.")
    private Path report;

    @Override
    public Integer call() throws IOException {
        List<FaultRow> chosen = chosen();
        if (list) {
            chosen.forEach(row -> System.out.println(row.id() + "  " + row.fault() + " - " + row.extra()));
            return 0;
        }
        long drawn = seed == null ? System.nanoTime() : seed;
        return new FaultsRun(drawn, brief, report, System.out).run(chosen) ? 0 : 1;
    }

    private List<FaultRow> chosen() {
        try {
            if (soak != null) {
                Duration time = Duration.parse("PT" + soak);
                Usage.require(time.compareTo(Duration.ZERO) > 0, spec, "--soak", "a time above 0, such as 30m or 90s");
                return List.of(Soak.of(time));
            }
            return rows != null ? Matrix.named(rows) : brief ? Matrix.brief() : Matrix.all();
        } catch (DateTimeParseException e) {
            throw new ParameterException(spec.commandLine(), "--soak wants a time such as 30m or 90s, found " + soak);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
