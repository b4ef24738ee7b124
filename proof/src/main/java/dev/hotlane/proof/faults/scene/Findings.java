package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.CallTally;
import dev.hotlane.proof.history.check.CheckReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Results of a row: facts, faults, figures and the paths of its files. One thread at a time. */
public final class Findings {
    private final Path directory;
    private final List<String> facts = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private CallTally tally;
    private CheckReport report;
    private boolean othersAllowed;
    private long resumedMillis = -1;

    /** @param directory for files of the row */
    public Findings(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void fact(String text) {
        facts.add(text);
    }

    /** Adds a fault, which fails the row. */
    public void fault(String text) {
        faults.add(text);
    }

    void tally(CallTally counted) {
        tally = counted;
    }

    void report(CheckReport checked) {
        report = checked;
    }

    void resumedMillis(long millis) {
        resumedMillis = millis;
    }

    /** The recorded calls. */
    public Path history() {
        return directory.resolve("history.jsonl");
    }

    /** The whole log, as dumped at the end. */
    public Path log() {
        return directory.resolve("log.jsonl");
    }

    /** The tables of MySQL, as dumped at the end. */
    public Path tables() {
        return directory.resolve("tables.jsonl");
    }

    /** What a change feed published, as dumped at the end; no such file if none followed the lane. */
    public Path events() {
        return directory.resolve("events.jsonl");
    }

    /** The whole lost log, if the row lost one; {@link #log} is then the log after it. */
    public Path lostLog() {
        return directory.resolve("lost-log.jsonl");
    }

    /** The tables of MySQL when the log was lost. */
    public Path lostTables() {
        return directory.resolve("lost-tables.jsonl");
    }

    /** The state at the begin of the log after a lost one. */
    public Path snapshot() {
        return directory.resolve("anchored.snapshot");
    }

    /** Directory of the files. */
    public Path directory() {
        return directory;
    }

    /**
     * Copies a child's log here, as the stack's directory is deleted; returns the copy, or the child's directory on
     * failure.
     */
    Path keptLog(Path child) {
        Path target = directory.resolve(child.getFileName() + ".log");
        try {
            Files.copy(
                    child.resolve(child.getFileName() + ".log"),
                    target,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            return child;
        }
        return target;
    }

    /** The log may have commands of callers that record nothing, as a flood's. */
    public void allowOthers() {
        othersAllowed = true;
    }

    /** Whether it may. */
    boolean othersAllowed() {
        return othersAllowed;
    }

    /** Further facts for the report. */
    public List<String> facts() {
        return facts;
    }

    /** Empty if the row passed. */
    public List<String> faults() {
        return faults;
    }

    /** Counts of the callers' outcomes; null without a load. */
    public CallTally tally() {
        return tally;
    }

    /** The history checker's report; null if it did not run. */
    public CheckReport report() {
        return report;
    }

    /** Ms from the end of the fault to the next success, -1 if not measured. */
    public long resumedMillis() {
        return resumedMillis;
    }
}
