package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.ReplayOutcome;
import dev.hotlane.proof.history.replay.Reply;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sum of all changes that plain ops were answered with, key by key, must equal available + held + confirmed in
 * MySQL: reservations only move units between the three. For a command without an answer the model's result counts.
 * Owned by one thread.
 */
final class ConservationCheck {
    private final Map<String, Long> sums = new HashMap<>();
    private final Map<String, Long> forgotten = new HashMap<>();
    private final Set<String> buckets = new HashSet<>();

    /** Notes the confirmed units that a removal drops: its answer does not name them. */
    void before(TableRow record, LaneModel model) {
        forgotten.clear();
        for (TableRow op : record.rows("ops")) {
            if ("remove".equals(op.text("op"))) {
                forgotten.put(op.text("key"), model.counter(op.text("key")).confirmed());
            }
        }
    }

    /** @param attempt that the record is of; null if this history has none */
    void after(TableRow record, RecordedAttempt attempt, Reply reply) {
        boolean changed = reply.outcome().isOk() && !reply.replayed() && !record.is("hold");
        if (!changed || !"transact".equals(record.text("command"))) {
            return;
        }
        RecordedResult result = attempt == null ? RecordedResult.NOTHING : attempt.result();
        List<TableRow> ops = record.rows("ops");
        for (int i = 0; i < ops.size(); i++) {
            String key = ops.get(i).text("key");
            if ("take".equals(ops.get(i).text("op"))) {
                buckets.add(key);
            }
            sums.merge(key, result.isOk() ? answered(result.body(), i) : given(reply.outcome(), i), Long::sum);
        }
        forgotten.forEach((key, confirmed) -> sums.merge(key, -confirmed, Long::sum));
    }

    private static long answered(TableRow body, int op) {
        List<TableRow> results = body.rows("results");
        TableRow one = results.isEmpty() ? body : results.get(op);
        return one.number("value", 0) - one.number("previous", 0);
    }

    private static long given(ReplayOutcome outcome, int op) {
        return outcome.results().get(op).value() - outcome.results().get(op).previous();
    }

    void compare(DumpedTables tables, CheckFindings findings) {
        Set<String> keys = new HashSet<>(tables.counters().keySet());
        keys.addAll(sums.keySet());
        keys.removeAll(buckets);
        for (String key : keys) {
            Counter counter = tables.counters().getOrDefault(key, Counter.ABSENT);
            long found = counter.value() + counter.held() + counter.confirmed();
            if (found != sums.getOrDefault(key, 0L)) {
                findings.add(
                        Kind.CONSERVATION,
                        key + ": callers were answered " + sums.getOrDefault(key, 0L) + " in all, MySQL holds " + found
                                + " as available, held and confirmed");
            }
        }
    }
}
