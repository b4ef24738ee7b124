package dev.hotlane.gateway.changes;

import java.util.ArrayList;
import java.util.List;

/** Joins the parts of each sequence. Belongs to one thread. */
final class ChangesGrouper {
    private final ChangesParser parser;
    private final List<ChangesDocument> parts = new ArrayList<>();
    private long last;
    private long begun = -1;
    private long bad;

    /** @param last sequence of the last change that is passed over: repeats of it and of earlier ones are dropped */
    ChangesGrouper(ChangesParser parser, long last) {
        this.parser = parser;
        this.last = last;
    }

    /** Takes the next record of the changes topic; returns the group that it completes, or null. */
    ChangesGroup add(ChangesRead read) {
        ChangesDocument document = parser.document(read.value());
        if (document == null) {
            bad++;
            return null;
        }
        if (document.sequence() <= last) {
            return null;
        }
        if (document.part() == 1) {
            parts.clear();
            begun = read.offset();
        } else if (!follows(document)) {
            // The parts before it were deleted, or this reader began behind them.
            parts.clear();
            begun = -1;
            return null;
        }
        parts.add(document);
        if (document.part() < document.parts()) {
            return null;
        }
        ChangesGroup group = new ChangesGroup(document.sequence(), List.copyOf(parts), read.offset() + 1);
        parts.clear();
        begun = -1;
        last = group.sequence();
        return group;
    }

    private boolean follows(ChangesDocument document) {
        return !parts.isEmpty()
                && parts.get(0).sequence() == document.sequence()
                && document.part() == parts.size() + 1;
    }

    /** Offset from which all that is not returned as a group can be read again, if the reader is at that position. */
    long next(long position) {
        return begun < 0 ? position : begun;
    }

    /** Records that were no documents. */
    long bad() {
        return bad;
    }
}
