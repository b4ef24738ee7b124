package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a change feed must publish of a record: the difference of the lane before it and after it, as the JSON of the feed
 * has it. Without state; any thread.
 *
 * @param prefixes of the keys that are published; empty for all
 * @param buckets whether token buckets are
 */
public record LaneChanges(List<String> prefixes, boolean buckets) {
    /** A hold, and its key: its tenant, if any, and id. */
    public record Held(String key, Hold hold) {}

    /**
     * The lane just after a record.
     *
     * @param counters by key
     * @param holds all that are known, by the sequence that opened them
     */
    public record Books(SortedMap<String, Counter> counters, Map<Long, Held> holds) {
        /** Of an empty lane. */
        public static final Books EMPTY = new Books(new TreeMap<>(), Map.of());

        /** Of that lane as it is; these books again if nothing changed. */
        public Books next(LaneModel lane) {
            SortedMap<String, Counter> now =
                    counters.equals(lane.counters()) ? counters : new TreeMap<>(lane.counters());
            Map<Long, Held> known = holds(lane);
            known = known.equals(holds) ? holds : known;
            return now == counters && known == holds ? this : new Books(now, known);
        }

        private static Map<Long, Held> holds(LaneModel lane) {
            List<Hold> all = lane.holds();
            List<String> keys = lane.holdKeys();
            Map<Long, Held> known = new HashMap<>();
            for (int i = 0; i < all.size(); i++) {
                known.put(all.get(i).created(), new Held(keys.get(i), all.get(i)));
            }
            return known;
        }
    }

    /**
     * The event of one record.
     *
     * @param time log time after it
     * @param changes of counters
     * @param reservations that changed
     * @param vanished keys of reservations that the record ended and the lane forgot at once: they may be shown
     * @param ran the record, if it is a command that ran; else null: then only holds expired
     * @param byCommand whether the command itself changed something for certain
     */
    public record Expected(
            long time,
            Set<Object> changes,
            Set<Object> reservations,
            Set<String> vanished,
            LogEntry.Command ran,
            boolean byCommand) {
        /** Whether nothing must be published. */
        public boolean nothing() {
            return changes.isEmpty() && reservations.isEmpty();
        }

        /** Whether that event, as maps, lists, texts, longs and booleans, says this. */
        public boolean is(Map<String, Object> event) {
            Set<Object> shown = new HashSet<>((List<?>) event.get("reservations"));
            shown.removeIf(each -> vanished.contains(key((Map<?, ?>) each)));
            boolean expiry = "expiry".equals(event.get("kind"));
            return changes.equals(new HashSet<>((List<?>) event.get("changes")))
                    && reservations.equals(shown)
                    && event.get("time").equals(time)
                    && (expiry ? !byCommand && !event.containsKey("id") : ran != null && isOfCommand(event));
        }

        private boolean isOfCommand(Map<String, Object> event) {
            String kind = ran instanceof LogEntry.Transact transact
                    ? transact.hold() ? "reservation" : "transaction"
                    : ran instanceof LogEntry.OnHold on ? on.what().name().toLowerCase(Locale.ROOT) : "none";
            return kind.equals(event.get("kind")) && ModelIds.same(ran.id()).equals(ModelIds.same(key(event)));
        }

        private static String key(Map<?, ?> event) {
            Object tenant = event.get("tenant");
            return ModelIds.key(tenant == null ? "" : tenant.toString(), String.valueOf(event.get("id")));
        }
    }

    /** All counters in scope, as they are published. */
    public Map<String, Counter> table(Books books) {
        Map<String, Counter> table = new TreeMap<>();
        books.counters().forEach((key, row) -> {
            Counter shown = shown(row);
            if (has(key) && stands(shown)) {
                table.put(key, shown);
            }
        });
        return table;
    }

    private boolean has(String key) {
        return prefixes.isEmpty() || prefixes.stream().anyMatch(key::startsWith);
    }

    private Counter shown(Counter row) {
        return row.bucket() && !buckets ? new Counter(0, 0, row.held(), row.confirmed()) : row;
    }

    private static boolean stands(Counter row) {
        return row.version() != 0 || row.held() != 0 || row.confirmed() != 0;
    }

    /**
     * The event of a record.
     *
     * @param answer the record's, null for none
     * @param time of the log after it
     */
    public Expected between(Books before, Books after, LogEntry record, ModelAnswer answer, long time) {
        Set<String> ofExpired = new HashSet<>();
        Set<String> vanished = new HashSet<>();
        Set<Object> reservations = new HashSet<>();
        boolean resolvedByCommand = holds(before, after, reservations, vanished, ofExpired);
        Set<Object> changes = new HashSet<>();
        boolean beyond = counters(before.counters(), after.counters(), changes, ofExpired);
        boolean ran = record instanceof LogEntry.Command
                && answer != null
                && answer.verdict() == ModelAnswer.Verdict.OK
                && !answer.replayed()
                && !answer.stored();
        LogEntry.Command command = ran ? (LogEntry.Command) record : null;
        Map<String, Object> extended = extended(command, after);
        if (extended != null) {
            reservations.add(extended);
            resolvedByCommand = true;
        }
        return new Expected(time, changes, reservations, vanished, command, ran && (beyond || resolvedByCommand));
    }

    /** The reservation in scope that the command extended, also to the time at which it expired already; null for none. */
    private Map<String, Object> extended(LogEntry.Command command, Books after) {
        if (!(command instanceof LogEntry.OnHold on) || on.what() != LogEntry.Change.EXTEND) {
            return null;
        }
        String key = ModelIds.same(ModelIds.key(ModelIds.tenant(on.id()), on.target()));
        return after.holds().values().stream()
                .filter(held -> held.hold().state() == HoldState.HELD
                        && ModelIds.same(held.key()).equals(key))
                .findFirst()
                .map(this::reservation)
                .orElse(null);
    }

    /** Returns whether the command opened or changed one in scope. */
    private boolean holds(
            Books before, Books after, Set<Object> reservations, Set<String> vanished, Set<String> ofExpired) {
        if (before.holds() == after.holds()) {
            return false;
        }
        boolean byCommand = false;
        for (Map.Entry<Long, Held> each : after.holds().entrySet()) {
            if (!each.getValue().equals(before.holds().get(each.getKey()))) {
                Hold hold = each.getValue().hold();
                boolean expired = hold.state() == HoldState.EXPIRED;
                if (expired) {
                    hold.lines().forEach(line -> ofExpired.add(line.key()));
                }
                Map<String, Object> json = reservation(each.getValue());
                if (json != null) {
                    reservations.add(json);
                    byCommand |= !expired;
                }
            }
        }
        before.holds().forEach((created, held) -> {
            if (held.hold().state() == HoldState.HELD && !after.holds().containsKey(created)) {
                vanished.add(held.key());
                held.hold().lines().forEach(line -> ofExpired.add(line.key()));
            }
        });
        return byCommand;
    }

    /** Returns whether a counter changed that no expired hold had, and that is no bucket which was full and forgotten. */
    private boolean counters(
            SortedMap<String, Counter> before,
            SortedMap<String, Counter> after,
            Set<Object> changes,
            Set<String> ofExpired) {
        if (before == after) {
            return false;
        }
        boolean beyond = false;
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        for (String key : keys) {
            Counter old = shown(before.getOrDefault(key, Counter.ABSENT));
            Counter now = shown(after.getOrDefault(key, Counter.ABSENT));
            if (has(key) && !old.equals(now)) {
                changes.add(change(key, old, now));
                boolean forgotten = old.bucket() && !after.containsKey(key);
                beyond |= !forgotten && !ofExpired.contains(key);
            }
        }
        return beyond;
    }

    private static Map<String, Object> change(String key, Counter before, Counter after) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", key);
        json.put("before", before.value());
        json.put("value", after.value());
        json.put("held", after.held());
        json.put("confirmed", after.confirmed());
        if (after.bucket()) {
            json.put("bucket", true);
        }
        if (!stands(after)) {
            json.put("removed", true);
        }
        return json;
    }

    private Map<String, Object> reservation(Held held) {
        Hold hold = held.hold();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", ModelIds.id(held.key()));
        if (!ModelIds.tenant(held.key()).isEmpty()) {
            json.put("tenant", ModelIds.tenant(held.key()));
        }
        json.put("state", hold.state().name().toLowerCase(Locale.ROOT));
        if (!hold.owner().isEmpty()) {
            json.put("owner", hold.owner());
        }
        json.put("createdAt", hold.createdAt());
        json.put("expiresAt", hold.expiresAt());
        if (hold.state() != HoldState.HELD) {
            json.put("resolvedAt", hold.resolvedAt());
        }
        List<Object> lines = lines(hold, false);
        List<Object> limits = lines(hold, true);
        json.put("lines", lines);
        json.put("limits", limits);
        return lines.isEmpty() && limits.isEmpty() ? null : json;
    }

    private List<Object> lines(Hold hold, boolean limits) {
        List<Object> all = new ArrayList<>();
        for (Line line : hold.lines()) {
            if (line.isLimit() == limits && has(line.key())) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("key", line.key());
                json.put("quantity", Math.abs(line.quantity()));
                if (hold.state() == HoldState.CONFIRMED) {
                    json.put("confirmed", Math.abs(line.confirmed()));
                }
                all.add(json);
            }
        }
        return all;
    }
}
