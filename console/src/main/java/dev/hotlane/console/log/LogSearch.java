package dev.hotlane.console.log;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.cli.LogTime;
import dev.hotlane.protocol.cli.RecordFilter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a page looks for in the log. Immutable.
 *
 * @param from offset of the first record to read, null if none was given
 * @param at time of the first record to read, ms since 1970, null if none was given
 * @param key of a counter that a record names, null for any
 * @param id of a command, or of what it speaks of, null for any
 * @param principal who sent it, null for any
 * @param kinds of records that are shown
 * @param tenant whose records are shown, empty for the empty tenant; null: any record
 */
public record LogSearch(
        Long from, Long at, String key, String id, String principal, Set<RecordKind> kinds, String tenant) {
    /** Without a place to begin and without a filter, the newest records are read: this many. */
    static final int NEWEST = 500;

    private static final int TEXT_MAX = 254;

    /** Throws nothing; copies the kinds. */
    public LogSearch {
        kinds = Set.copyOf(kinds);
    }

    /**
     * Of the parameters of a request, null for one that was not given: {@code from}, {@code at}, {@code key}, {@code id},
     * {@code principal}, and {@code ticks} (also show TICKs). Throws IllegalArgumentException, whose message is one
     * sentence.
     */
    public static LogSearch of(UnaryOperator<String> parameter, Clock clock) {
        String from = given(parameter, "from");
        String at = given(parameter, "at");
        if (from != null && at != null) {
            throw new IllegalArgumentException("Give an offset or a time, not both.");
        }
        Set<RecordKind> kinds = EnumSet.allOf(RecordKind.class);
        if (given(parameter, "ticks") == null) {
            kinds.remove(RecordKind.TICK);
        }
        return new LogSearch(
                from == null ? null : offset(from),
                at == null ? null : time(at, clock),
                given(parameter, "key"),
                given(parameter, "id"),
                given(parameter, "principal"),
                kinds,
                null);
    }

    /** Of the commands of one reservation; the parameter {@code id} must be given. Else as {@link #of}. */
    public static LogSearch ofReservation(UnaryOperator<String> parameter, Clock clock) {
        LogSearch all = of(parameter, clock);
        if (all.id == null) {
            throw new IllegalArgumentException("Give the id of a reservation.");
        }
        return new LogSearch(all.from, all.at, null, all.id, null, EnumSet.of(RecordKind.COMMAND), null);
    }

    /** The same among the records of this tenant; null: of all. */
    public LogSearch of(String other) {
        return new LogSearch(from, at, key, id, principal, kinds, other);
    }

    private static String given(UnaryOperator<String> parameter, String name) {
        String text = parameter.apply(name);
        if (text == null || text.isEmpty()) {
            return null;
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > TEXT_MAX) {
            throw new IllegalArgumentException("The " + name + " is longer than " + TEXT_MAX + " bytes.");
        }
        return text;
    }

    private static long offset(String text) {
        if (!text.matches("\\d{1,18}")) {
            throw new IllegalArgumentException("The offset is a whole number, 0 or more.");
        }
        return Long.parseLong(text);
    }

    private static long time(String text, Clock clock) {
        return LogTime.parse(text, clock)
                .orElseThrow(() -> new IllegalArgumentException(
                        "The time is one such as 2026-11-21T14:05, or 14:05 for today, in UTC."));
    }

    /** Whether it looks at any record of its kinds, of its tenant. */
    boolean isWithoutFilter() {
        return key == null && id == null && principal == null;
    }

    /** Its filter, for one thread. */
    RecordFilter filter() {
        return new RecordFilter(kinds, key == null ? List.of() : List.of(key), id, tenant, principal);
    }

    /** Offset at which to begin in a log. Throws IllegalArgumentException if its offset lies beyond the end. */
    long begin(OpenLog log, long start, long end) {
        if (from != null) {
            if (from > end) {
                throw new IllegalArgumentException(
                        "Offset " + from + " lies beyond the log, which ends at " + end + ".");
            }
            return Math.max(start, from);
        }
        if (at != null) {
            return Math.max(start, log.offsetAt(at));
        }
        return isWithoutFilter() ? Math.max(start, end - NEWEST) : start;
    }
}
