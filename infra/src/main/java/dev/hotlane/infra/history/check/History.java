package dev.hotlane.infra.history.check;

import dev.hotlane.infra.history.check.Findings.Kind;
import dev.hotlane.infra.history.model.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
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

    static History read(Path file, Findings findings) throws IOException {
        History history = new History();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            long last = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Row event = Row.parse(line);
                long seq = event.number("seq");
                if (seq != last + 1) {
                    findings.add(Kind.GAP, "event " + seq + " of the history follows " + last);
                }
                last = seq;
                history.add(event, seq, line, findings);
            }
        }
        return history;
    }

    private void add(Row event, long seq, String line, Findings findings) {
        switch (event.text("type")) {
            case "start" -> run = event.text("run");
            case "invoke" -> {
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
                attempt.tell(seq, line);
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
