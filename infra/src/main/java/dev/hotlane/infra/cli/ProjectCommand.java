package dev.hotlane.infra.cli;

import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.projection.Projector;
import dev.hotlane.processor.halt.HaltReason;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** `hotlane project`: values in a table of another database, by vBatching; until SIGTERM. */
@Command(
        name = "project",
        mixinStandardHelpOptions = true,
        description = {
            "Keeps the latest value of every counter in the table hl_projection of another database, until SIGTERM.",
            "vBatching: several marshallers, each with its own keys, write as soon as they can. No offset holds for all"
                    + " rows, and those of one transaction may come apart: for showing values, never for recovery.",
            "Each start writes all values again. Reads the lane's log and database only."
        })
final class ProjectCommand extends LaneCommand {
    private static final int REFUSED = 1;

    @Option(
            names = "--projection-url",
            paramLabel = "JDBC-URL",
            required = true,
            description = "The projection's own database; the account is that of --mysql-url.")
    private String url;

    @Option(
            names = "--marshallers",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of writers, each with a connection (default: ${DEFAULT-VALUE}).")
    private int marshallers;

    @Override
    public Integer call() throws InterruptedException {
        Usage.require(
                marshallers >= 1 && marshallers <= VBatching.MARSHALLERS_MAX,
                spec,
                "--marshallers",
                "1.." + VBatching.MARSHALLERS_MAX);
        // The message omits the value: it may contain a password.
        if (!url.startsWith("jdbc:mysql:")) {
            throw new ParameterException(
                    spec.commandLine(),
                    Settings.nameGiven(spec, "--projection-url") + " must be like jdbc:mysql://host:3306/database.");
        }
        Foreground foreground = Foreground.enter();
        try (Projector projector = projector()) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("projecting lane " + lane.lane() + " by " + marshallers
                    + " marshallers, the checkpoint of offset " + projector.applied() + " first. Ctrl-C ends it.");
            out.flush();
            foreground.whileNotAsked(projector::follow);
            boolean finished = projector.finish();
            out.println(projector.rows() + " rows written, up to offset " + projector.applied()
                    + (finished ? "." : ", the last ones not: " + projector.lastFailure()));
            out.flush();
            foreground.succeeded();
            return 0;
        } catch (HaltReason e) {
            spec.commandLine().getErr().println(e.getMessage());
            return REFUSED;
        } finally {
            foreground.closed();
        }
    }

    private Projector projector() {
        FlushSettings checkpoint = FlushSettings.of(mysql.url(), mysql.user(), mysql.password());
        FlushSettings into = FlushSettings.of(url, mysql.user(), mysql.password());
        return new Projector(kafka.connection(), lane.lane(), checkpoint, into, marshallers);
    }
}
