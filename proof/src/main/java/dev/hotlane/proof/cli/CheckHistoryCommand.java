package dev.hotlane.proof.cli;

import dev.hotlane.proof.history.check.CheckReport;
import dev.hotlane.proof.history.check.Checker;
import dev.hotlane.proof.history.check.Part;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane check-history`: compares a recorded history with the log and MySQL. */
@Command(
        name = "check-history",
        mixinStandardHelpOptions = true,
        description = {
            "Holds a recorded history against the log and MySQL.",
            "Replays the dump of the log through a model of its own that shares no code with the lane; compares every"
                    + " answer at its offset, the order of calls in time, and every row of MySQL.",
            "Reads files only. Exit code 0: all fits. 1: something does not, the first of it is shown. 2: can't be"
                    + " checked."
        })
final class CheckHistoryCommand implements Callable<Integer> {
    private static final int FITS = 0;
    private static final int DOES_NOT_FIT = 1;
    private static final int NOT_CHECKED = 2;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The history: lines of JSON.")
    private Path history;

    @Option(names = "--log", paramLabel = "FILE", description = "Dump of the log; default: log.jsonl beside it.")
    private Path log;

    @Option(names = "--tables", paramLabel = "FILE", description = "Of the tables; default: tables.jsonl beside it.")
    private Path tables;

    @Option(
            names = "--lost-log",
            paramLabel = "FILE",
            description = "Of a re-anchored lane: dump of the log before, up to its loss; needs --lost-tables.")
    private Path lostLog;

    @Option(names = "--lost-tables", paramLabel = "FILE", description = "Of the tables when that log was lost.")
    private Path lostTables;

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description = "Of a lane with a change feed: dump of what it published, its position first. Each event must"
                    + " be what the log gives, once and in order, up to that position.")
    private Path events;

    @Option(names = "--others", description = "Commands of others may stand in the log.")
    private boolean others;

    private List<Part> parts() {
        Part last = new Part(
                log == null ? history.resolveSibling("log.jsonl") : log,
                tables == null ? history.resolveSibling("tables.jsonl") : tables,
                events);
        if ((lostLog == null) != (lostTables == null)) {
            throw new IllegalArgumentException("--lost-log and --lost-tables are given both, or none");
        }
        if (events != null && lostLog != null) {
            throw new IllegalArgumentException("--events can't be compared with two logs: leave out --lost-log, and"
                    + " compare a feed of a re-anchored lane by `hotlane verify --feed`");
        }
        return lostLog == null ? List.of(last) : List.of(new Part(lostLog, lostTables), last);
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            List<Part> parts = parts();
            requireThere(parts);
            CheckReport report = Checker.check(history, parts, others);
            report.details().forEach(finding -> out.println("  " + finding));
            out.println(report.summary());
            return report.passed() ? FITS : DOES_NOT_FIT;
        } catch (IOException | IllegalArgumentException e) {
            return notChecked(e.getMessage());
        } catch (RuntimeException e) {
            e.printStackTrace(spec.commandLine().getErr());
            return notChecked("the checker failed, as above. Keep the files and report it");
        } finally {
            out.flush();
        }
    }

    private static Stream<Path> files(Part part) {
        return Stream.of(part.log(), part.tables(), part.events()).filter(Objects::nonNull);
    }

    private int notChecked(String why) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(history + " can't be checked: " + why);
        err.flush();
        return NOT_CHECKED;
    }

    private void requireThere(List<Part> parts) {
        String missing = Stream.concat(Stream.of(history), parts.stream().flatMap(CheckHistoryCommand::files))
                .filter(file -> !Files.isRegularFile(file))
                .map(Path::toString)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "missing: " + missing + ". A row of `hotlane faults` that fails leaves all three files in one"
                            + " directory. Of another run, once nobody calls any more: first the tables, as"
                            + " proof.history.TableDump writes them, then the log, `hotlane log > log.jsonl`; both"
                            + " beside the history, or named by --tables and --log");
        }
    }
}
