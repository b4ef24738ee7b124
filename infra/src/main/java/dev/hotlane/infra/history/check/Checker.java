package dev.hotlane.infra.history.check;

import dev.hotlane.infra.history.check.Findings.Kind;
import dev.hotlane.infra.history.model.Content;
import dev.hotlane.infra.history.model.Lane;
import dev.hotlane.infra.history.model.Reply;
import dev.hotlane.infra.history.model.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Replays a dump of the log through the model and holds every answer, the order of calls and the tables against it. In
 * time and memory linear. Belongs to one thread.
 */
public final class Checker {
    private final Findings findings = new Findings();
    private final History history;
    private final Tables tables;
    private final Conservation conservation;
    private final Lane lane;
    private final boolean othersAllowed;
    private long records;
    private long next;
    private boolean tablesCompared;

    private Checker(Path history, Tables tables, Set<Long> skipped, boolean othersAllowed) throws IOException {
        this.history = History.read(history, findings);
        this.tables = tables;
        this.othersAllowed = othersAllowed;
        lane = new Lane(tables.base(), skipped);
        conservation = new Conservation(lane.counters());
    }

    /**
     * Checks a run that has come to its end: nobody calls any more, and the log was dumped after the tables.
     *
     * @param history as a {@code Recorder} wrote it
     * @param log from its first record
     * @param tables as of some offset of it
     * @param othersAllowed whether commands may stand in the log that this history does not know
     * @throws IOException if a file can't be read
     * @throws IllegalArgumentException if a file is not what it should be
     */
    public static Report check(Path history, Path log, Path tables, boolean othersAllowed) throws IOException {
        Checker checker = new Checker(history, Tables.read(tables), skipped(log), othersAllowed);
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                checker.record(Row.parse(line));
            }
        }
        return checker.finished();
    }

    /** A record may be taken out by one that stands far behind it. */
    private static Set<Long> skipped(Path log) throws IOException {
        Set<Long> skipped = new HashSet<>();
        try (BufferedReader lines = Files.newBufferedReader(log)) {
            lines.lines()
                    .filter(line -> line.contains("\"kind\":\"SKIP\""))
                    .forEach(line -> skipped.add(Row.parse(line).number("skippedOffset")));
        }
        return skipped;
    }

    private void record(Row record) {
        long offset = record.number("offset");
        if (offset != next) {
            findings.add(Kind.GAP, "the log goes on at " + offset + ", expected " + next);
        }
        compareTablesAt(offset);
        next = offset + 1;
        records++;
        boolean counts = offset < tables.nextOffset();
        conservation.before(record);
        Reply reply = lane.apply(record);
        if (reply == null) {
            return;
        }
        Attempt attempt = history.byTrace(record.text("traceparent"));
        if ("READ".equals(record.text("kind"))) {
            if (attempt != null) {
                read(offset, attempt, reply);
            }
            return;
        }
        boolean ours =
                attempt != null && record.text("id").equals(attempt.invoked().text("id"));
        if (ours) {
            command(record, attempt, reply);
        } else if (!othersAllowed) {
            findings.add(Kind.UNSENT, "nobody sent " + record.fields());
        }
        if (counts) {
            conservation.after(record, ours ? attempt : null, reply);
        }
    }

    private void compareTablesAt(long offset) {
        if (offset == tables.nextOffset() && !tablesCompared) {
            tables.compare(lane, findings);
            tablesCompared = true;
        }
    }

    private void command(Row record, Attempt attempt, Reply reply) {
        attempt.foundAt(record.number("offset"));
        Call call = attempt.call();
        if (!record.has("fault") && !Content.of(record).equals(Content.of(Encoded.of(call)))) {
            findings.add(Kind.CONTENT, attempt + " became " + record.fields());
        }
        Told told = attempt.told();
        if (told.isNotExecuted()) {
            findings.add(Kind.NOT_EXECUTED, attempt + " stands in the log at " + record.number("offset"));
        } else if (!told.isUnknown()) {
            attempt.compared(Answers.of(call, reply).differenceTo(told));
        }
    }

    private void read(long offset, Attempt attempt, Reply reply) {
        attempt.foundAt(offset);
        Told told = attempt.told();
        if (told.isDecided()) {
            attempt.compared(ReadAnswers.difference(attempt.call(), reply, lane, told));
        }
    }

    private Report finished() {
        compareTablesAt(next);
        if (!tablesCompared) {
            findings.add(Kind.GAP, "the tables are of " + tables.nextOffset() + ", the log was dumped up to " + next);
        }
        conservation.compare(tables, findings);
        Verdicts verdicts = new Verdicts(findings);
        history.attempts().forEach(verdicts::judge);
        Order.check(history.attempts(), findings);
        return verdicts.report(records);
    }
}
