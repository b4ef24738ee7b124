package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.ModelIds;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Judges and counts each attempt after the whole log was replayed. Owned by one thread. */
final class Verdicts {
    private final CheckFindings findings;
    private final Set<String> ranOnce = new HashSet<>();
    private long attempts;
    private long ok;
    private long refused;
    private long notExecuted;
    private long unknown;
    private long unknownInLog;
    private long undone;

    Verdicts(CheckFindings findings) {
        this.findings = findings;
    }

    void judge(RecordedAttempt attempt) {
        attempts++;
        RecordedResult result = attempt.result();
        if (result.isUnknown()) {
            unknown++;
            unknownInLog += attempt.isInLog() ? 1 : 0;
            return;
        }
        if (result.isNotExecuted()) {
            notExecuted++;
            return;
        }
        ok += result.isOk() ? 1 : 0;
        refused += result.isOk() ? 0 : 1;
        if (result.isDecided() && !attempt.isInLog()) {
            findings.add(Kind.LOST, attempt + " has no record in the log");
        }
        undone += attempt.isUndone() ? 1 : 0;
        if (attempt.difference() != null) {
            findings.add(Kind.ANSWER, attempt + ": " + attempt.difference());
        }
        if (result.isOk()) {
            judgeSuccess(attempt.call(), result, attempt);
        }
    }

    private void judgeSuccess(RecordedCall call, RecordedResult result, RecordedAttempt attempt) {
        boolean first = call.isCommand() && !result.replayed() && !attempt.isUndone();
        if (first
                && ModelIds.hasTime(call.id())
                && !ranOnce.add(ModelIds.same(attempt.invoked().key("id")))) {
            findings.add(Kind.DUPLICATE, attempt + " ran before");
        }
        switch (call.route()) {
            case TRANSACT -> {
                List<TableRow> ops = call.body().rows("ops");
                List<TableRow> results = result.body().rows("results");
                for (int i = 0; i < Math.min(ops.size(), results.size()); i++) {
                    if ("add".equals(ops.get(i).text("op")) && !ops.get(i).is("clamp")) {
                        requireWithin(ops.get(i), results.get(i).number("value"), attempt);
                    }
                }
            }
            case RESERVE -> {
                List<TableRow> lines = call.body().rows("lines");
                List<TableRow> results = result.body().rows("lines");
                for (int i = 0; i < Math.min(lines.size(), results.size()); i++) {
                    requireWithin(lines.get(i), results.get(i).number("remaining", 0), attempt);
                }
            }
            case INCREMENT ->
                requireWithin(new TableRow(Map.of()), result.body().number("value"), attempt);
            default -> {
                // Names no bounds.
            }
        }
    }

    private void requireWithin(TableRow bounds, long value, RecordedAttempt attempt) {
        long min = bounds.has("min") ? bounds.number("min", Long.MIN_VALUE) : 0;
        if (value < min || value > bounds.number("max", Long.MAX_VALUE)) {
            findings.add(Kind.OVERSOLD, attempt + " left " + value);
        }
    }

    CheckReport report(long records, LocalReadCheck localReads, long events) {
        Map<String, Long> counts = new TreeMap<>();
        findings.counts().forEach((kind, count) -> counts.put(kind.name(), count));
        return new CheckReport(
                attempts,
                ok,
                refused,
                notExecuted,
                unknown,
                unknownInLog,
                undone,
                records,
                localReads.fromView(),
                localReads.fromLane(),
                localReads.oldestMs(),
                events,
                counts,
                findings.details());
    }
}
