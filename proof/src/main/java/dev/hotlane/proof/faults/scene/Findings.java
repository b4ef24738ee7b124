package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.CallTally;
import dev.hotlane.proof.history.check.CheckReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a row found: facts, faults, figures, and the files they rest on. Any one thread at a time. */
public final class Findings {
    private final Path directory;
    private final List<String> facts = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private CallTally tally;
    private CheckReport report;
    private long resumedMillis = -1;

    /** Files of the row go into that directory. */
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

    /** Something that must not be. */
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

    /** What the callers saw. */
    public Path history() {
        return directory.resolve("history.jsonl");
    }

    /** The whole log. */
    public Path log() {
        return directory.resolve("log.jsonl");
    }

    /** What MySQL held at the end. */
    public Path tables() {
        return directory.resolve("tables.jsonl");
    }

    /** The whole log that was lost, if one was; then {@link #log} is the one after it. */
    public Path lostLog() {
        return directory.resolve("lost-log.jsonl");
    }

    /** What MySQL held when the log was lost. */
    public Path lostTables() {
        return directory.resolve("lost-tables.jsonl");
    }

    /** What the log after a lost one begins with. */
    public Path snapshot() {
        return directory.resolve("anchored.snapshot");
    }

    /** Where the files are. */
    public Path directory() {
        return directory;
    }

    /** Saves the logs of a child from the end of its stack; gives where they are. */
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

    /** What else is worth telling. */
    public List<String> facts() {
        return facts;
    }

    /** Empty if the row passed. */
    public List<String> faults() {
        return faults;
    }

    /** What the callers were told; null if there was no load. */
    public CallTally tally() {
        return tally;
    }

    /** What the history checker says; null if it did not come to that. */
    public CheckReport report() {
        return report;
    }

    /** From the end of the fault to the next success, -1 if not measured. */
    public long resumedMillis() {
        return resumedMillis;
    }
}
