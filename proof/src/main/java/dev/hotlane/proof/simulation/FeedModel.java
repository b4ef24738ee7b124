package dev.hotlane.proof.simulation;

import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.simulation.Truth.Books;
import dev.hotlane.proof.simulation.Truth.Held;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a feed must publish, by the reference model: the difference of the lane before a record and after it. */
final class FeedModel {
    private final Truth truth;
    private final FeedScope scope;

    /**
     * The record of one sequence.
     *
     * @param changes of counters, as JSON
     * @param reservations that changed, as JSON
     * @param vanished ids of reservations that the record ended and the lane forgot at once: they may be shown
     * @param expiredOnly whether only holds expired
     * @param byCommand whether the command itself changed something for certain
     */
    record Expected(
            Set<Map<String, Object>> changes,
            Set<Map<String, Object>> reservations,
            Set<String> vanished,
            boolean expiredOnly,
            boolean byCommand) {
        boolean nothing() {
            return changes.isEmpty() && reservations.isEmpty();
        }
    }

    FeedModel(Truth truth, FeedScope scope) {
        this.truth = truth;
        this.scope = scope;
    }

    /** All counters in scope after that sequence. */
    Map<String, Counter> table(long sequence) {
        Map<String, Counter> table = new TreeMap<>();
        truth.at(sequence).books().counters().forEach((key, row) -> {
            Counter shown = shown(row);
            if (has(key) && stands(shown)) {
                table.put(key, shown);
            }
        });
        return table;
    }

    private boolean has(String key) {
        return scope.prefixes().isEmpty() || scope.prefixes().stream().anyMatch(key::startsWith);
    }

    private Counter shown(Counter row) {
        return row.bucket() && !scope.buckets() ? new Counter(0, 0, row.held(), row.confirmed()) : row;
    }

    private static boolean stands(Counter row) {
        return row.version() != 0 || row.held() != 0 || row.confirmed() != 0;
    }

    /** What the record of that sequence changed. */
    Expected at(long sequence) {
        Books before = sequence == 0 ? Books.EMPTY : truth.at(sequence - 1).books();
        Books after = truth.at(sequence).books();
        Set<String> ofExpired = new HashSet<>();
        Set<String> vanished = new HashSet<>();
        Set<Map<String, Object>> reservations = new HashSet<>();
        boolean resolvedByCommand = holds(before, after, reservations, vanished, ofExpired);
        Set<Map<String, Object>> changes = new HashSet<>();
        boolean beyond = counters(before.counters(), after.counters(), changes, ofExpired);
        ModelAnswer answer = truth.at(sequence).answer();
        boolean ran = truth.record(sequence).said() instanceof LogEntry.Command
                && answer != null
                && answer.verdict() == ModelAnswer.Verdict.OK
                && !answer.replayed()
                && !answer.stored();
        return new Expected(changes, reservations, vanished, !ran, ran && (beyond || resolvedByCommand));
    }

    /** Returns whether the command opened or changed one in scope. */
    private boolean holds(
            Books before,
            Books after,
            Set<Map<String, Object>> reservations,
            Set<String> vanished,
            Set<String> ofExpired) {
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
            Set<Map<String, Object>> changes,
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
