package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.Findings.Kind;
import dev.hotlane.proof.history.model.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All attempts of a recorded run, in the order of their invokes. Belongs to one thread. */
final class History {
    private static final int RUN_AT = 3;
    private static final int SEQ_AT = 19;
    private static final int SEQ_END = 35;

    private final List<Attempt> attempts = new ArrayList<>();
    private final Map<Long, Attempt> byInvoke = new HashMap<>();
    private String run = "";
    private long last;

    static History read(Path file, Findings findings) throws IOException {
        History history = new History();
        Lines.each(file, (event, line) -> history.next(event, line, findings));
        return history;
    }

    private void next(Row event, String line, Findings findings) {
        long seq = event.number("seq");
        if (seq != last + 1) {
            findings.add(Kind.GAP, "event " + seq + " of the history follows " + last);
        }
        last = seq;
        add(event, seq, line, findings);
    }

    private void add(Row event, long seq, String line, Findings findings) {
        switch (event.word("type")) {
            case "start" -> run = event.word("run");
            case "invoke" -> {
                // What the checker asks of it later must be there now, while the line can be told.
                Call.of(event);
                Attempt attempt = new Attempt(seq, line);
                attempts.add(attempt);
                byInvoke.put(seq, attempt);
            }
            case "ok", "fail", "unknown" -> {
                Attempt attempt = byInvoke.get(event.number("invoke"));
                if (attempt == null) {
                    findings.add(Kind.GAP, "an answer without a call: " + line);
                    return;
                }
                attempt.tell(seq, line, Told.of(event).isUnknown());
            }
            default -> {
                // What was done to the lane.
            }
        }
    }

    List<Attempt> attempts() {
        return attempts;
    }

    /** The attempt whose record carries that trace; null if it is not of this run. */
    Attempt byTrace(String traceparent) {
        boolean ours = traceparent != null
                && traceparent.length() > SEQ_END
                && traceparent.startsWith(run, RUN_AT)
                && !run.isEmpty();
        return ours ? byInvoke.get(Long.parseUnsignedLong(traceparent.substring(SEQ_AT, SEQ_END), 16)) : null;
    }
}
