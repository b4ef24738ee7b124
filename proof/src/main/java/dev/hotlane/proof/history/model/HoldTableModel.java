package dev.hotlane.proof.history.model;

import dev.hotlane.proof.history.model.Hold.Line;
import dev.hotlane.proof.history.model.Hold.State;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All reservations, open and resolved, and what their end does to counters. Belongs to one thread. */
public final class HoldTableModel {
    /** One that is known, with what its creation was and told. */
    record Kept(Hold hold, String content, ReplayOutcome creation) {}

    private static final Comparator<Hold> BY_END =
            Comparator.comparingLong(Hold::expiresAt).thenComparingLong(Hold::sequence);

    private final CounterTable counters;
    private final Map<String, Kept> all = new HashMap<>();
    private final TreeMap<Long, String> bySequence = new TreeMap<>(Comparator.reverseOrder());
    private final TreeSet<Hold> open = new TreeSet<>(BY_END);
    private final Deque<Hold> resolved = new ArrayDeque<>();

    HoldTableModel(CounterTable counters) {
        this.counters = counters;
    }

    Kept find(String id) {
        return all.get(Ids.same(id));
    }

    /** The reservation of that id as it is; null if none is known. */
    public Hold read(String id) {
        Kept kept = find(id);
        return kept == null ? null : kept.hold();
    }

    /** All that are known, newest first. */
    public Stream<Hold> newestFirst() {
        return bySequence.values().stream().map(this::read);
    }

    /** The open ones. */
    public Collection<Hold> open() {
        return Collections.unmodifiableSet(open);
    }

    /** How many resolved ones are kept. */
    public int resolvedCount() {
        return resolved.size();
    }

    void add(Hold hold, String content, ReplayOutcome creation) {
        all.put(Ids.same(hold.id()), new Kept(hold, content, creation));
        bySequence.put(hold.sequence(), hold.id());
        open.add(hold);
        for (Line line : hold.lines()) {
            hold(line.key(), line.quantity());
        }
        counters.keep();
    }

    /** The open one that ends first, if it ends by then; else null. */
    Hold due(long time) {
        return open.isEmpty() || open.first().expiresAt() > time ? null : open.first();
    }

    Hold extend(Hold hold, long expiresAt) {
        Hold longer = hold.until(expiresAt);
        open.remove(hold);
        open.add(longer);
        replace(longer);
        return longer;
    }

    /** Confirms that number of units of each line, in order; what is not kept goes back, of limits in proportion. */
    Hold confirm(Hold hold, long[] kept, long time, long sequence) {
        long total = 0;
        long keptTotal = 0;
        for (int i = 0; i < kept.length; i++) {
            Line line = hold.lines().get(i);
            total += line.isLimit() ? 0 : line.quantity();
            keptTotal += kept[i];
        }
        List<Line> settled = new ArrayList<>();
        for (int i = 0; i < kept.length; i++) {
            Line line = hold.lines().get(i);
            settled.add(line.keeping(line.isLimit() ? -share(-line.quantity(), keptTotal, total) : kept[i]));
        }
        return resolve(hold, State.CONFIRMED, time, sequence, settled);
    }

    private static long share(long quantity, long kept, long total) {
        BigInteger[] parts = BigInteger.valueOf(quantity)
                .multiply(BigInteger.valueOf(kept))
                .divideAndRemainder(BigInteger.valueOf(total));
        return parts[0].longValueExact() + (parts[1].signum() == 0 ? 0 : 1);
    }

    Hold giveBack(Hold hold, State how, long time, long sequence) {
        return resolve(hold, how, time, sequence, hold.lines());
    }

    /**
     * Every counter named has changed at that sequence, but one that this reservation made and nobody else has written
     * goes with it.
     */
    private Hold resolve(Hold hold, State how, long time, long sequence, List<Line> lines) {
        Set<String> forgotten = new HashSet<>();
        for (Line line : lines) {
            boolean only = line.made() && counters.get(line.key()).version() == hold.sequence();
            if (only && how != State.CONFIRMED) {
                forgotten.add(line.key());
            }
        }
        for (Line line : lines) {
            settle(line, forgotten.contains(line.key()) ? 0 : sequence);
        }
        counters.keep();
        Hold ended = hold.resolved(how, time, sequence, lines);
        open.remove(hold);
        resolved.add(ended);
        replace(ended);
        return ended;
    }

    private void settle(Line line, long version) {
        Counter counter = counters.get(line.key());
        long back = line.quantity() - line.confirmed();
        long value = saturated(counter.value(), back);
        long held = counter.held() - line.quantity();
        long confirmed = counter.confirmed() + line.confirmed();
        counters.put(line.key(), new Counter(value, version, held, confirmed, counter.bucket()));
    }

    private static long saturated(long value, long back) {
        BigInteger sum = BigInteger.valueOf(value).add(BigInteger.valueOf(back));
        return sum.bitLength() < Long.SIZE ? sum.longValue() : back < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private void hold(String key, long quantity) {
        Counter counter = counters.get(key);
        counters.put(key, counter.holding(counter.held() + quantity, counter.confirmed()));
    }

    private void replace(Hold hold) {
        Kept kept = find(hold.id());
        all.put(Ids.same(hold.id()), new Kept(hold, kept.content(), kept.creation()));
    }

    /** Forgets what was resolved too long ago, or before too many others. */
    void forget(ReplayRules rules, long time) {
        while (!resolved.isEmpty()
                && (resolved.size() > rules.resolvedMax()
                        || time - resolved.peek().resolvedAt() > rules.holdRetention())) {
            Hold old = resolved.remove();
            all.remove(Ids.same(old.id()));
            bySequence.remove(old.sequence());
        }
    }
}
