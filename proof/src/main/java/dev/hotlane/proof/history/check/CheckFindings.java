package dev.hotlane.proof.history.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The differences found, counted by kind; the first ten of each kind are kept in words. Owned by one thread. */
final class CheckFindings {
    private static final int TOLD_MAX = 10;

    /** Kinds of differences. */
    enum Kind {
        /** An answer that the model does not give at its offset. */
        ANSWER,
        /** A decided command or read whose record is not in the log. */
        LOST,
        /** An id with a time in it that ran twice. */
        DUPLICATE,
        /** A value beyond the bound that its command named. */
        OVERSOLD,
        /** An attempt that was answered as not executed, and has a record in the log. */
        NOT_EXECUTED,
        /** A command in the log that no recorded caller sent. */
        UNSENT,
        /** A record with other content than its call. */
        CONTENT,
        /** A call that was answered before another one began, and has its record after the other's. */
        ORDER,
        /** A local answer that lacks a record which was answered before its proven age. */
        STALE,
        /** A local answer as of an offset below the one that its call named. */
        MIN_OFFSET,
        /** A view that answered as of a lower offset than before, while the log was not rewritten. */
        VIEW_WENT_BACK,
        /** MySQL differs from the state that the log gives. */
        TABLES,
        /** The changes that callers were answered do not add up to MySQL's amounts. */
        CONSERVATION,
        /** An event of the change feed that the log does not give, or one that is missing. */
        EVENTS,
        /** The log or the history has a gap. */
        GAP
    }

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> details = new ArrayList<>();

    void add(Kind kind, String text) {
        if (counts.merge(kind, 1L, Long::sum) <= TOLD_MAX) {
            details.add(kind + ": " + text);
        }
    }

    Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    List<String> details() {
        return Collections.unmodifiableList(details);
    }
}
