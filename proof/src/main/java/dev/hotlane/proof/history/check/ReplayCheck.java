package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.Content;
import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.Reply;
import dev.hotlane.proof.history.replay.TableRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Applies the records of one log to the model, and compares answers and tables with it. Owned by one thread. */
final class ReplayCheck {
    private final History history;
    private final LocalReadCheck localReads;
    private final LaneReplay lane;
    private final DumpedTables tables;
    private final ConservationCheck conservation;
    private final CheckFindings findings;
    private final Set<Long> skipped;
    private final boolean othersAllowed;
    private final boolean lost;
    private long next;
    private boolean tablesCompared;
    private EventCheck events;

    /**
     * Begins with the state before the log's first record.
     *
     * @param skipped offsets that SKIPs of this log name; such an offset may be missing
     * @param lost whether the lane went on from the tables, without the later records of this log
     */
    ReplayCheck(
            History history,
            LocalReadCheck localReads,
            LaneReplay lane,
            DumpedTables tables,
            ConservationCheck conservation,
            CheckFindings findings,
            Set<Long> skipped,
            boolean othersAllowed,
            boolean lost) {
        this.history = history;
        this.localReads = localReads;
        this.lane = lane;
        this.tables = tables;
        this.conservation = conservation;
        this.findings = findings;
        this.skipped = skipped;
        this.othersAllowed = othersAllowed;
        this.lost = lost;
    }

    /** Also compares the events of a change feed; null for none. */
    ReplayCheck beside(EventCheck check) {
        events = check;
        if (check != null) {
            check.begin(lane);
        }
        return this;
    }

    /** Applies the whole log; returns the number of its records, with skipped offsets. */
    long run(Path log) throws IOException {
        Lines.each(log, (record, line) -> record(record));
        compareTablesAt(next);
        if (events != null) {
            events.end();
        }
        localReads.replayedTo(tables.base() + next, lane);
        if (!tablesCompared) {
            findings.add(Kind.GAP, "the tables are of " + tables.nextOffset() + ", the log was dumped up to " + next);
        }
        conservation.compare(tables, findings);
        return next;
    }

    private void compareTablesAt(long offset) {
        if (offset == tables.nextOffset() && !tablesCompared) {
            tables.compare(lane, findings);
            tablesCompared = true;
        }
    }

    private void record(TableRow record) {
        long offset = record.number("offset");
        while (next < offset && skipped.contains(next)) {
            next++;
        }
        if (offset != next) {
            findings.add(Kind.GAP, "the log goes on at " + offset + ", expected " + next);
        }
        compareTablesAt(offset);
        localReads.replayedTo(tables.base() + offset, lane);
        next = offset + 1;
        conservation.before(record, lane.lane());
        Reply reply = lane.apply(record);
        if (events != null) {
            events.applied(tables.base() + offset, lane);
        }
        switch (record.word("kind")) {
            case "READ" ->
                history.readers(record, tables.base() + offset).forEach(attempt -> read(offset, attempt, reply));
            case "COMMAND" -> command(record, history.of(record), reply);
            default -> {
                // No caller waits for an answer to it.
            }
        }
    }

    private void found(RecordedAttempt attempt, long offset) {
        attempt.foundAt(tables.base() + offset, lost && offset >= tables.nextOffset());
    }

    private void read(long offset, RecordedAttempt attempt, Reply reply) {
        found(attempt, offset);
        RecordedResult result = attempt.result();
        if (reply == null) {
            requireUnanswered(attempt, result);
        } else if (result.isDecided()) {
            attempt.compared(ReadAnswers.difference(attempt.call(), reply, lane, result));
        }
    }

    private void command(TableRow record, RecordedAttempt attempt, Reply reply) {
        boolean ours =
                attempt != null && record.key("id").equals(attempt.invoked().key("id"));
        if (ours) {
            answer(record, attempt, reply);
        } else if (!othersAllowed) {
            findings.add(Kind.UNSENT, "nobody sent " + record.fields());
        }
        if (reply != null && record.number("offset") < tables.nextOffset()) {
            conservation.after(record, ours ? attempt : null, reply);
        }
    }

    private void answer(TableRow record, RecordedAttempt attempt, Reply reply) {
        found(attempt, record.number("offset"));
        RecordedCall call = attempt.call();
        if (!record.has("fault") && !Content.of(record).equals(Content.of(Encoded.of(call)))) {
            findings.add(Kind.CONTENT, attempt + " became " + record.fields());
        }
        RecordedResult result = attempt.result();
        if (result.isNotExecuted()) {
            findings.add(Kind.NOT_EXECUTED, attempt + " stands in the log at " + record.number("offset"));
        } else if (reply == null) {
            requireUnanswered(attempt, result);
        } else if (!result.isUnknown()) {
            if (result.deniesEffect() && reply.outcome().isOk()) {
                findings.add(Kind.NOT_EXECUTED, attempt + " had an effect at " + record.number("offset"));
            }
            attempt.compared(AnswerCheck.of(call, reply).differenceTo(result));
        }
    }

    private static void requireUnanswered(RecordedAttempt attempt, RecordedResult result) {
        if (result.isDecided()) {
            attempt.compared("its record was taken out of the log, so that nobody can have answered it");
        }
    }
}
