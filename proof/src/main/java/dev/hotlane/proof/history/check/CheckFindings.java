package dev.hotlane.proof.history.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What does not fit, counted by kind; the first of each are told in words. Belongs to one thread. */
final class CheckFindings {
    private static final int TOLD_MAX = 10;

    /** What can be wrong. */
    enum Kind {
        /** An answer that the model does not give at its offset. */
        ANSWER,
        /** A decided command or read whose record is not in the log. */
        LOST,
        /** An id that carries its time ran twice. */
        DUPLICATE,
        /** A value beyond the bound that its command named. */
        OVERSOLD,
        /** An attempt that was told it was not executed, and stands in the log. */
        NOT_EXECUTED,
        /** A command in the log that nobody sent. */
        UNSENT,
        /** A record with other content than its call. */
        CONTENT,
        /** A call that was answered before another one began stands behind it in the log. */
        ORDER,
        /** MySQL is not what the log gives. */
        TABLES,
        /** What callers were told does not add up to what MySQL holds. */
        CONSERVATION,
        /** The log or the history is not whole. */
        GAP
    }

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> told = new ArrayList<>();

    void add(Kind kind, String text) {
        if (counts.merge(kind, 1L, Long::sum) <= TOLD_MAX) {
            told.add(kind + ": " + text);
        }
    }

    Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    List<String> told() {
        return Collections.unmodifiableList(told);
    }
}
