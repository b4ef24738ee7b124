package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.TableRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All attempts of a recorded run, in the order of their invokes. Owned by one thread. */
final class History {
    private static final int RUN_AT = 3;
    private static final int SEQ_AT = 19;
    private static final int SEQ_END = 35;

    private final List<RecordedAttempt> attempts = new ArrayList<>();
    private final Map<Long, RecordedAttempt> byInvoke = new HashMap<>();
    private final Map<String, RecordedAttempt> untraced = new HashMap<>();
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
                RecordedCall.of(event);
                RecordedAttempt attempt = new RecordedAttempt(seq, line);
                attempts.add(attempt);
                byInvoke.put(seq, attempt);
                if (event.is("untraced") && untraced.put(event.text("id"), attempt) != null) {
                    findings.add(Kind.GAP, "a second call without a trace under the id of " + line);
                }
            }
            case "ok", "fail", "unknown" -> {
                RecordedAttempt attempt = byInvoke.get(event.number("invoke"));
                if (attempt == null) {
                    findings.add(Kind.GAP, "an answer without a call: " + line);
                    return;
                }
                attempt.tell(seq, line, RecordedResult.of(event).isUnknown());
            }
            default -> {
                // A fault of the lane.
            }
        }
    }

    List<RecordedAttempt> attempts() {
        return attempts;
    }

    /** The attempt of that record: by its trace, else by its id if the attempt was sent without one; null for none. */
    RecordedAttempt of(TableRow record) {
        RecordedAttempt traced = byTrace(record.text("traceparent"));
        return traced == null && record.has("id") ? untraced.get(record.text("id")) : traced;
    }

    private RecordedAttempt byTrace(String traceparent) {
        boolean ours = traceparent != null
                && traceparent.length() > SEQ_END
                && traceparent.startsWith(run, RUN_AT)
                && !run.isEmpty();
        return ours ? byInvoke.get(Long.parseUnsignedLong(traceparent.substring(SEQ_AT, SEQ_END), 16)) : null;
    }
}
