package dev.hotlane.gateway.changes;

import dev.hotlane.gateway.watch.WatchOutput;
import dev.hotlane.protocol.json.JsonText;

/** Composes what the streams of one event loop write, one stream at a time; belongs to that event loop. */
final class ChangesWriter {
    private static final int LENGTH_MAX = 32 * 1024;

    private final ChangesEvents events;
    private final ChangesCounts counts;
    private final JsonText text = new JsonText();
    private int composed;

    ChangesWriter(ChangesEvents events, ChangesCounts counts) {
        this.events = events;
        this.counts = counts;
    }

    void head(int retryMs, long position) {
        events.head(retryMs, position, text);
    }

    void group(ChangesGroup group, ChangesSight sight) {
        composed += group.documents().size();
        events.of(group, sight, text);
    }

    void progress(long sequence) {
        events.progress(sequence, text);
    }

    void comment() {
        text.raw(ChangesEvents.COMMENT);
    }

    /** Whether enough is composed for one write. */
    boolean isLong() {
        return text.length() >= LENGTH_MAX;
    }

    /** Writes what is composed; returns false if it is nothing. */
    boolean flush(WatchOutput output) {
        if (text.length() == 0) {
            return false;
        }
        output.write(text.bytes(), text.length());
        counts.events(composed);
        composed = 0;
        text.clear();
        return true;
    }

    /** Drops what is composed. */
    void drop() {
        composed = 0;
        text.clear();
    }
}
