package dev.hotlane.gateway.changes;

import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The bytes of events. Only the last event of a sequence has an id, so that a client that comes again gets the sequence whole.
 * Immutable; any thread.
 */
final class ChangesEvents {
    /** A line that clients skip. */
    static final byte[] COMMENT = JsonText.ascii(":\n\n");

    private static final byte[] CHANGE = JsonText.ascii("event: change\n");
    private static final byte[] GAP = JsonText.ascii("event: gap\n");
    private static final byte[] PROGRESS = JsonText.ascii("event: progress\n");
    private static final byte[] DATA = JsonText.ascii("data: ");
    private static final byte[] OFFSET = JsonText.ascii("\ndata: {\"offset\":");
    private static final byte[] RETRY = JsonText.ascii("retry: ");
    private static final byte[] END = JsonText.ascii("\n\n");

    private final byte[] id;

    ChangesEvents(String lane) {
        id = ("id: " + lane + ":").getBytes(StandardCharsets.UTF_8);
    }

    /** The events of one sequence, with what a caller may read. */
    void of(ChangesGroup group, ChangesSight sight, JsonText out) {
        List<ChangesDocument> documents = group.documents();
        for (int i = 0; i < documents.size(); i++) {
            ChangesDocument document = documents.get(i);
            begin(document, i == documents.size() - 1, out);
            if (sight.isAll()) {
                out.raw(document.json());
            } else {
                sight.write(document, out);
            }
            out.raw(END);
        }
    }

    private void begin(ChangesDocument document, boolean last, JsonText out) {
        out.raw(document.isGap() ? GAP : CHANGE);
        if (last) {
            out.raw(id).number(document.sequence()).raw('\n');
        }
        out.raw(DATA);
    }

    /** The client has all that matches up to this sequence. */
    void progress(long sequence, JsonText out) {
        out.raw(PROGRESS)
                .raw(id)
                .number(sequence)
                .raw(OFFSET)
                .number(sequence)
                .raw('}')
                .raw(END);
    }

    /** How long a client waits until it opens the stream again, in ms; and its id, if it has one already. */
    void head(int retryMs, long position, JsonText out) {
        out.raw(RETRY).number(retryMs);
        if (position >= 0) {
            out.raw('\n').raw(id).number(position);
        }
        out.raw(END);
    }
}
