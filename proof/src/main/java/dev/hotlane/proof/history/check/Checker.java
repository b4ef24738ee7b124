package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.TableRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Replays a dump of the log through the model and compares every answer, the order of calls and the tables with it.
 * Memory is linear in the input; so is the time, but for a sort. Owned by one thread.
 */
public final class Checker {
    private final CheckFindings findings = new CheckFindings();
    private final ConservationCheck conservation = new ConservationCheck();
    private final History history;
    private final LocalReadCheck localReads;
    private final List<Part> parts;
    private final List<DumpedTables> tables = new ArrayList<>();
    private long events;

    private Checker(Path history, List<Part> parts) throws IOException {
        this.history = History.read(history, findings);
        localReads = new LocalReadCheck(this.history.localAnswers(), findings);
        this.parts = parts;
        for (Part part : parts) {
            tables.add(DumpedTables.read(part.tables()));
        }
        if (tables.get(0).base() != 0) {
            throw new IllegalArgumentException(parts.get(0).tables() + " is of a re-anchored lane (sequence base "
                    + tables.get(0).base() + "): its log does not begin with an empty state, which is what the model"
                    + " begins with. Name the lost log, and the tables as they were then, too");
        }
    }

    /**
     * Checks a run that has ended: no call is under way, and the log was dumped after the tables.
     *
     * @param history as a {@code Recorder} wrote it
     * @param log from its first record
     * @param tables as of some offset of it
     * @param othersAllowed whether the log may have commands that this history lacks
     * @throws IOException if a file can't be read
     * @throws IllegalArgumentException if the content of a file is wrong
     */
    public static CheckReport check(Path history, Path log, Path tables, boolean othersAllowed) throws IOException {
        return check(history, List.of(new Part(log, tables)), othersAllowed);
    }

    /**
     * As {@link #check(Path, Path, Path, boolean)}, for a lane that lost its log and was re-anchored. Each log is
     * replayed whole for its answers. The next part begins with the state of the tables at the loss; later records of
     * the lost log have no effect on it.
     *
     * @param parts in their order, the last one whole
     */
    public static CheckReport check(Path history, List<Part> parts, boolean othersAllowed) throws IOException {
        Checker checker = new Checker(history, parts);
        long records = 0;
        for (int i = 0; i < parts.size(); i++) {
            records += checker.part(i, othersAllowed);
        }
        return checker.report(records);
    }

    private long part(int index, boolean othersAllowed) throws IOException {
        boolean lost = index < parts.size() - 1;
        LaneReplay begin = begin(index);
        Set<Long> skipped = SkipCheck.of(parts.get(index).log());
        skipped.forEach(offset -> localReads.skipped(tables.get(index).base() + offset));
        ReplayCheck check = new ReplayCheck(
                history, localReads, begin, tables.get(index), conservation, findings, skipped, othersAllowed, lost);
        Path dumped = parts.get(index).events();
        EventCheck compared = dumped == null ? null : EventCheck.read(dumped, findings);
        long records = check.beside(compared).run(parts.get(index).log());
        events += compared == null ? 0 : compared.compared();
        long end = tables.get(index).base() + records;
        if (lost && tables.get(index + 1).base() < end) {
            findings.add(
                    Kind.TABLES,
                    "after the loss numbers go on from " + tables.get(index + 1).base() + ", those below " + end
                            + " were given out before");
        }
        return records;
    }

    /** The state before the part's first record: all earlier parts, each up to MySQL's offset. */
    private LaneReplay begin(int index) throws IOException {
        LaneReplay lane =
                new LaneReplay(tables.get(0).base(), SkipCheck.of(parts.get(0).log()));
        for (int i = 0; i < index; i++) {
            long left = tables.get(i).nextOffset();
            try (BufferedReader lines = Files.newBufferedReader(parts.get(i).log())) {
                lines.lines()
                        .map(TableRow::parse)
                        .takeWhile(record -> record.number("offset") < left)
                        .forEach(lane::apply);
            }
            lane.anchor(tables.get(i + 1).base(), SkipCheck.of(parts.get(i + 1).log()));
        }
        return lane;
    }

    private CheckReport report(long records) {
        Verdicts verdicts = new Verdicts(findings);
        history.attempts().forEach(verdicts::judge);
        RealTimeOrder.check(history.attempts(), findings);
        localReads.end(history.attempts());
        return verdicts.report(records, localReads, events);
    }
}
