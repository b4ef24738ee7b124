package dev.hotlane.proof.history.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What tells the retry of a command from another command under the same id. Any thread. */
public final class Content {
    private static final List<String> FIELDS = List.of("command", "hold", "ttlMs", "target", "owner");

    private Content() {}

    /** Kind, target, ops and the rest, in one form; never routing or trace. */
    public static String of(TableRow command) {
        StringBuilder text = new StringBuilder();
        for (String field : FIELDS) {
            text.append(field).append('=').append(command.text(field)).append(';');
        }
        List<Object> ops = new ArrayList<>();
        for (TableRow op : command.rows("ops")) {
            ops.add(new TreeMap<>(op.fields()));
        }
        return text.append(ops).toString();
    }
}
