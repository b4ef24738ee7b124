package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Every change of a counter, a reservation or a command within a part of a log. The log is split at snapshots, and the
 * parts are replayed side by side, each with a state of its own. Blocking; the caller's thread receives the changes.
 */
public final class LogHistory {
    private final Supplier<LogSpan> logs;
    private final SnapshotShelf shelf;
    private final int segments;
    private final Consumer<String> notes;

    /**
     * The history of that lane.
     *
     * @param segments parts that are replayed at once, each with the memory of one state
     */
    public LogHistory(KafkaConnection kafka, String lane, List<Path> snapshots, int segments, Consumer<String> notes) {
        this(() -> LogSpan.of(kafka, lane), TopicAdmin.identity(kafka, lane), snapshots, segments, notes);
    }

    LogHistory(Supplier<LogSpan> logs, Identity identity, List<Path> snapshots, int segments, Consumer<String> notes) {
        this.logs = logs;
        this.segments = segments;
        this.notes = notes;
        shelf = new SnapshotShelf(snapshots, identity, notes);
    }

    /**
     * Where a history ends.
     *
     * @param sequence of the last record looked at
     * @param time its log time T, epoch milliseconds
     * @param digest of the state after it
     * @param provedBy sequence of a TICK at or behind it whose digest a later one confirmed, -1 for none yet
     */
    public record End(long sequence, long time, long digest, long provedBy) {}

    /** Passes on the changes in their order. */
    public End read(HistoryQuery query, PastRange range, Consumer<TracedChange> out) {
        List<HistorySegment> parts = new ArrayList<>();
        try {
            plan(query, range, parts);
            parts.forEach(HistorySegment::start);
            End end = null;
            for (HistorySegment part : parts) {
                End reached = part.drain(out);
                requireSame(end, reached, part);
                end = reached;
            }
            return end;
        } finally {
            parts.forEach(HistorySegment::close);
        }
    }

    /** The digest after one part must be that of the snapshot with which the next one began. */
    private static void requireSame(End before, End reached, HistorySegment part) {
        if (before != null && before.digest() != part.firstDigest()) {
            throw new PastException(
                    Reason.DIFFERS,
                    "the replay up to sequence " + before.sequence() + " gives another state than the snapshot there, "
                            + part.source() + ": leave that file out, and look where it comes from. Its history up to "
                            + reached.sequence() + " is not printed");
        }
    }

    private void plan(HistoryQuery query, PastRange range, List<HistorySegment> parts) {
        LogSpan log = logs.get();
        long first;
        long end;
        PastStart start;
        List<SnapshotShelf.Rung> splits;
        try {
            first = range.firstOffset(shelf, log);
            end = range.endOffset(shelf, log);
            start = shelf.before(first, range.fromTime() ? range.from() - 1 : Long.MAX_VALUE, log);
            splits = splits(start.state().nextOffset(), end, log);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
        Progress progress = new Progress(notes);
        HistorySegment current = new HistorySegment(log, start, query, range, progress);
        parts.add(current);
        for (SnapshotShelf.Rung split : splits) {
            LogSpan own = logs.get();
            PastStart next = shelf.load(split, own);
            if (next == null) {
                own.close();
                continue;
            }
            current.endsAt(split.cut().nextOffset, false);
            current = new HistorySegment(own, next, query, range, progress);
            parts.add(current);
        }
        current.endsAt(end, true);
    }

    /** Snapshots that split the part into segments of about one length. */
    private List<SnapshotShelf.Rung> splits(long from, long end, LogSpan log) {
        List<SnapshotShelf.Rung> chosen = new ArrayList<>();
        for (int i = 1; i < segments; i++) {
            long wanted = from + (end - from) / segments * i;
            SnapshotShelf.Rung best = null;
            for (SnapshotShelf.Rung rung : shelf.rungs()) {
                Meta cut = rung.cut();
                boolean inside = cut.nextOffset > from && cut.nextOffset < end && cut.nextOffset >= log.start();
                if (inside
                        && (best == null
                                || Math.abs(cut.nextOffset - wanted) < Math.abs(best.cut().nextOffset - wanted))) {
                    best = rung;
                }
            }
            if (best != null
                    && (chosen.isEmpty()
                            || best.cut().nextOffset
                                    > chosen.get(chosen.size() - 1).cut().nextOffset)) {
                chosen.add(best);
            }
        }
        return chosen;
    }
}
