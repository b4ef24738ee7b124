package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.TableRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All attempts of a recorded run, in the order of their invokes. Owned by one thread. */
final class History {
    private static final int RUN_AT = 3;
    private static final int SEQ_AT = 19;
    private static final int SEQ_END = 35;

    private final List<RecordedAttempt> attempts = new ArrayList<>();
    private final Map<Long, RecordedAttempt> byInvoke = new HashMap<>();
    private final Map<String, RecordedAttempt> untraced = new HashMap<>();
    private final Map<Long, String> counterReads = new HashMap<>();
    private final Map<Long, List<RecordedAttempt>> readsBySequence = new HashMap<>();
    private final List<LocalAnswer> localAnswers = new ArrayList<>();
    private String run = "";
    private long last;

    static History read(Path file, CheckFindings findings) throws IOException {
        History history = new History();
        Lines.each(file, (event, line) -> history.next(event, line, findings));
        return history;
    }

    private void next(TableRow event, String line, CheckFindings findings) {
        long seq = event.number("seq");
        if (seq != last + 1) {
            findings.add(Kind.GAP, "event " + seq + " of the history follows " + last);
        }
        last = seq;
        add(event, seq, line, findings);
    }

    private void add(TableRow event, long seq, String line, CheckFindings findings) {
        switch (event.word("type")) {
            case "start" -> run = event.word("run");
            case "invoke" -> {
                // Parses the call now, so that a missing field is reported with its line.
                RecordedCall call = RecordedCall.of(event);
                if (call.route() == RecordedCall.Route.COUNTER) {
                    counterReads.put(seq, call.name());
                }
                RecordedAttempt attempt = new RecordedAttempt(seq, line);
                attempts.add(attempt);
                byInvoke.put(seq, attempt);
                if (event.is("untraced") && untraced.put(event.key("id"), attempt) != null) {
                    findings.add(Kind.GAP, "a second call without a trace under the id of " + line);
                }
            }
            case "ok", "fail", "unknown" -> {
                RecordedAttempt attempt = byInvoke.get(event.number("invoke"));
                if (attempt == null) {
                    findings.add(Kind.GAP, "an answer without a call: " + line);
                    return;
                }
                RecordedResult result = RecordedResult.of(event);
                // A READ of a local read that ended with 503 may still come.
                boolean open = result.isUnknown() || result.isNotExecuted();
                attempt.end(seq, line, open, event.number("t", -1));
                if (result.isOk() && event.has("proof")) {
                    localAnswers.add(LocalAnswer.of(attempt, attempt.invoked(), event));
                    attempt.readAt(event.row("proof").number("offset"));
                }
                if (result.isDecided() && counterReads.containsKey(attempt.invoke)) {
                    long sequence = result.body().number("offset");
                    readsBySequence
                            .computeIfAbsent(sequence, first -> new ArrayList<>())
                            .add(attempt);
                }
            }
            default -> {
                // A fault of the lane.
            }
        }
    }

    List<RecordedAttempt> attempts() {
        return attempts;
    }

    /** The local reads that were answered with values. */
    List<LocalAnswer> localAnswers() {
        return localAnswers;
    }

    /** The attempt of that record: by its trace, else by its id if the attempt was sent without one; null for none. */
    RecordedAttempt of(TableRow record) {
        RecordedAttempt traced = byTrace(record.text("traceparent"));
        return traced == null && record.has("id") ? untraced.get(record.key("id")) : traced;
    }

    /**
     * The attempts that a READ answers: that of its trace, and each read of one of its counters whose answer names its
     * sequence. Reads of counters share a READ, which has the trace of one of them.
     */
    Set<RecordedAttempt> readers(TableRow read, long sequence) {
        Set<RecordedAttempt> readers = new LinkedHashSet<>();
        RecordedAttempt traced = byTrace(read.text("traceparent"));
        if (traced != null) {
            readers.add(traced);
        }
        List<?> keys = "counters".equals(read.text("read")) ? read.list("keys") : List.of();
        readsBySequence.getOrDefault(sequence, List.of()).stream()
                .filter(attempt -> keys.contains(counterReads.get(attempt.invoke)))
                .forEach(readers::add);
        return readers;
    }

    private RecordedAttempt byTrace(String traceparent) {
        boolean ours = traceparent != null
                && traceparent.length() > SEQ_END
                && traceparent.startsWith(run, RUN_AT)
                && !run.isEmpty();
        return ours ? byInvoke.get(Long.parseUnsignedLong(traceparent.substring(SEQ_AT, SEQ_END), 16)) : null;
    }
}
