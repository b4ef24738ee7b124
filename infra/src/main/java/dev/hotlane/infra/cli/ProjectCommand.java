package dev.hotlane.infra.cli;

import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.past.PastException;
import dev.hotlane.infra.past.ProjectedHistory;
import dev.hotlane.infra.projection.Projector;
import dev.hotlane.processor.halt.HaltReason;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** `hotlane project`: values, or all changes, in a table of another database; until SIGTERM. */
@Command(
        name = "project",
        mixinStandardHelpOptions = true,
        description = {
            "Keeps the latest value of every counter in the table hl_projection of another database, until SIGTERM.",
            "vBatching: several marshallers, each with its own keys, write as soon as they can. No offset holds for all"
                    + " rows, and those of one transaction may come apart: for showing values, never for recovery.",
            "Each start writes all values again. Reads the lane's log and database only.",
            "With --history: every change of every counter, once, in the table hl_change. It is written up to the last"
                    + " TICK that the next one proved, and goes on there after any stop. Reads the lane's log only."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Ended by a signal.",
            "1:The lane's data or a database can't be used; the message says why.",
            "2:Usage.",
            "3:With --history: records that the table needs are gone; the message says which."
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

    @Option(
            names = "--history",
            description = "Every change in the table hl_change, in place of the latest values in hl_projection.")
    private boolean history;

    @Option(
            names = "--snapshots",
            split = ",",
            paramLabel = "FILES",
            description = "With --history: snapshots to replay from, separated by commas; of a directory all files."
                    + " Default: the first record of the log.")
    private List<Path> snapshots = List.of();

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
        requireFitting("--snapshots", history, "with --history");
        requireFitting("--marshallers", !history, "without --history: one thread writes the changes, in their order");
        return history ? projectHistory() : projectValues();
    }

    private void requireFitting(String option, boolean fits, String where) {
        if (!fits && spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new ParameterException(
                    spec.commandLine(), Settings.nameGiven(spec, option) + " must be " + where + ".");
        }
    }

    private int projectHistory() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Foreground foreground = Foreground.enter();
        try (ProjectedHistory changes = changes(err)) {
            out.println("projecting the history of lane " + lane.lane() + ", from sequence " + changes.next()
                    + " on. Ctrl-C ends it.");
            out.flush();
            while (!foreground.awaitRequest(changes.step())) {
                // Each step applies and writes what there is.
            }
            changes.finish();
            out.println(changes.written() + " rows written, all changes below sequence " + changes.next() + ".");
            out.flush();
            foreground.succeeded();
            return 0;
        } catch (PastException e) {
            err.println(e.getMessage());
            err.flush();
            return e.reason().exitCode();
        } finally {
            foreground.closed();
        }
    }

    private ProjectedHistory changes(PrintWriter err) {
        FlushSettings into = FlushSettings.of(url, mysql.user(), mysql.password());
        return new ProjectedHistory(kafka.connection(), lane.lane(), into, snapshots, note -> {
            err.println(note);
            err.flush();
        });
    }

    private int projectValues() {
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
