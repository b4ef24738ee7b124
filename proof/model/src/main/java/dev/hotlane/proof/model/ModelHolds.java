package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.HoldState;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** All holds, open and resolved. Belongs to one thread. */
final class ModelHolds {
    private static final Comparator<ModelHold> BY_END = Comparator.<ModelHold>comparingLong(
                    hold -> hold.now().expiresAt())
            .thenComparingLong(hold -> hold.now().created());

    private final ModelCounters counters;
    private final Map<String, ModelHold> byId = new HashMap<>();
    private final TreeMap<Long, ModelHold> bySequence = new TreeMap<>();
    private final TreeSet<ModelHold> open = new TreeSet<>(BY_END);
    private final Deque<ModelHold> resolved = new ArrayDeque<>();
    private final Map<String, Integer> openOf = new HashMap<>();
    private long openBytes;
    private long resolvedBytes;

    ModelHolds(ModelCounters counters) {
        this.counters = counters;
    }

    /** Null if it is not known. */
    ModelHold find(String key) {
        return byId.get(ModelIds.same(key));
    }

    void add(ModelHold hold) {
        byId.put(ModelIds.same(hold.key), hold);
        bySequence.put(hold.now().created(), hold);
        open.add(hold);
        openOf.merge(ModelIds.tenant(hold.key), 1, Integer::sum);
        openBytes += hold.bytes();
    }

    void extend(ModelHold hold, long expiresAt) {
        open.remove(hold);
        hold.extend(expiresAt);
        open.add(hold);
    }

    void resolve(ModelHold hold, HoldState state, long at, long sequence, List<Long> kept) {
        open.remove(hold);
        hold.resolve(counters, state, at, sequence, kept);
        resolved.add(hold);
        openOf.merge(ModelIds.tenant(hold.key), -1, Integer::sum);
        openBytes -= hold.bytes();
        resolvedBytes += hold.bytes();
    }

    /** The open hold that expires first, if it does by then; else null. */
    ModelHold due(long time) {
        return open.isEmpty() || open.first().now().expiresAt() > time ? null : open.first();
    }

    /** Forgets what was resolved too long ago, or before too many others, or takes room that the rest needs. */
    void forget(LogEntry.Numbers rules, long time) {
        while (!resolved.isEmpty()
                && (resolved.size() > rules.resolvedMax()
                        || resolvedBytes > rules.stateBytesMax() - counters.bytes() - openBytes
                        || time - resolved.peek().now().resolvedAt() > rules.retention())) {
            ModelHold old = resolved.remove();
            resolvedBytes -= old.bytes();
            byId.remove(ModelIds.same(old.key));
            bySequence.remove(old.now().created());
        }
    }

    int openCount() {
        return open.size();
    }

    /** Number of open holds of a tenant. */
    int openCount(String tenant) {
        return openOf.getOrDefault(tenant, 0);
    }

    /** Bytes of the open holds. */
    long openBytes() {
        return openBytes;
    }

    /** In the order of their resolution. */
    Collection<ModelHold> resolved() {
        return resolved;
    }

    /** By the sequence of the record that opened them. */
    NavigableMap<Long, ModelHold> bySequence() {
        return bySequence;
    }
}
