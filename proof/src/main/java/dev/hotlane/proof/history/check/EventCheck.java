package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.LaneChanges;
import dev.hotlane.proof.model.LaneChanges.Books;
import dev.hotlane.proof.model.LaneChanges.Expected;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Compares the events of a change feed with the replay: each change once, in the order of sequences, up to the feed's
 * position. Owned by one thread.
 */
final class EventCheck {
    private final CheckFindings findings;
    private final Queue<TableRow> events = new ArrayDeque<>();
    private LaneChanges scope;
    private Books books = Books.EMPTY;
    private long upTo = -1;
    private long compared;

    private EventCheck(CheckFindings findings) {
        this.findings = findings;
    }

    /** Reads a dump: the position of the feed, then its events. */
    static EventCheck read(Path file, CheckFindings findings) throws IOException {
        EventCheck check = new EventCheck(findings);
        Lines.each(file, (row, line) -> check.add(row));
        if (check.scope == null) {
            throw new IllegalArgumentException(file + " has no position of a feed");
        }
        return check;
    }

    private void add(TableRow row) {
        if (scope == null) {
            upTo = row.number("upTo");
            scope = new LaneChanges(
                    row.list("prefixes").stream().map(String.class::cast).toList(), row.is("buckets"));
        } else if (row.number("seq") <= upTo) {
            events.add(row);
        }
    }

    /** The replay begins with that state. */
    void begin(LaneReplay lane) {
        books = Books.EMPTY.next(lane.lane());
    }

    /** The replay has applied the record of that sequence. */
    void applied(long sequence, LaneReplay lane) {
        if (sequence > upTo) {
            return;
        }
        Books after = books.next(lane.lane());
        Expected expected = scope.between(
                books, after, lane.entry(), lane.answer(), lane.lane().time());
        books = after;
        TableRow next = passBelow(sequence);
        if (isGapOver(next, sequence)) {
            return;
        }
        boolean there = next != null && next.number("seq") == sequence;
        if (there) {
            events.remove();
            compared++;
        }
        boolean right = there ? expected.is(next.fields()) : expected.nothing();
        if (!right) {
            findings.add(
                    Kind.EVENTS,
                    "of sequence " + sequence + " the feed has " + (there ? next.fields() : "nothing")
                            + ", the log gives " + expected);
        }
    }

    /** Passes over events below that sequence, which are published twice or out of order; returns the next one. */
    private TableRow passBelow(long sequence) {
        TableRow next = events.peek();
        while (next != null && next.number("seq") < sequence) {
            findings.add(Kind.EVENTS, "the feed has again, or too late: " + next.fields());
            events.remove();
            next = events.peek();
        }
        return next;
    }

    private boolean isGapOver(TableRow next, long sequence) {
        boolean over = next != null && "gap".equals(next.text("kind")) && sequence > next.number("from");
        if (over && sequence == next.number("to")) {
            events.remove();
        }
        return over;
    }

    /** The replay is over. */
    void end() {
        events.forEach(left -> findings.add(Kind.EVENTS, "the feed has beyond the log: " + left.fields()));
    }

    /** Events that stood where the replay wants them. */
    long compared() {
        return compared;
    }
}
