package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A hold, and what it gives back to the counters. Belongs to one thread. */
final class ModelHold {
    /** Its tenant and id. */
    final String key;

    final LogEntry.Command content;
    final ModelAnswer creation;
    private final Set<String> made;
    private ModelAnswer.Hold now;
    private long resolvedBy;

    /** @param made keys of its lines whose counters were absent before */
    ModelHold(String key, LogEntry.Command content, ModelAnswer creation, Set<String> made) {
        this.key = key;
        this.content = content;
        this.creation = creation;
        this.made = made;
        now = creation.holds().get(0);
    }

    long bytes() {
        return ModelBytes.hold((LogEntry.Transact) content, key);
    }

    ModelAnswer.Hold now() {
        return now;
    }

    /** Sequence of the record that resolved it, 0 while it is open. */
    long resolvedBy() {
        return resolvedBy;
    }

    boolean isOpen() {
        return now.state() == HoldState.HELD;
    }

    /** Whether that is its owner, or none is named. */
    boolean isFor(String owner) {
        return owner.isEmpty() || owner.equals(now.owner());
    }

    boolean hasStock(String key) {
        return now.lines().stream()
                .anyMatch(line -> line.quantity() > 0 && line.key().equals(key));
    }

    void extend(long expiresAt) {
        now = new ModelAnswer.Hold(
                now.state(),
                now.created(),
                now.createdAt(),
                expiresAt,
                now.resolvedAt(),
                now.lines(),
                now.id(),
                now.owner());
    }

    /** Units of stock by key. */
    Map<String, BigInteger> stock() {
        Map<String, BigInteger> stock = new HashMap<>();
        for (Line line : now.lines()) {
            if (line.quantity() > 0) {
                stock.merge(line.key(), BigInteger.valueOf(line.quantity()), BigInteger::add);
            }
        }
        return stock;
    }

    /** Units of stock that were confirmed, by key. */
    Map<String, BigInteger> confirmed() {
        Map<String, BigInteger> confirmed = new HashMap<>();
        for (Line line : now.lines()) {
            if (line.confirmed() > 0) {
                confirmed.merge(line.key(), BigInteger.valueOf(line.confirmed()), BigInteger::add);
            }
        }
        return confirmed;
    }

    List<Long> everything() {
        return now.lines().stream().map(Line::quantity).toList();
    }

    List<Long> nothing() {
        return now.lines().stream().map(line -> 0L).toList();
    }

    /**
     * What a confirm of these units keeps of each line. Lines of stock are filled in order; of a limit the same share is
     * kept as of all stock, rounded up.
     */
    List<Long> shares(Map<String, BigInteger> named) {
        BigInteger stock = stock().values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger kept = named.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        Map<String, BigInteger> left = new HashMap<>(named);
        List<Long> shares = new ArrayList<>();
        for (Line line : now.lines()) {
            BigInteger quantity = BigInteger.valueOf(line.quantity());
            if (line.quantity() > 0) {
                BigInteger share = quantity.min(left.getOrDefault(line.key(), BigInteger.ZERO));
                left.merge(line.key(), share.negate(), BigInteger::add);
                shares.add(share.longValueExact());
            } else {
                BigInteger[] part = quantity.negate().multiply(kept).divideAndRemainder(stock);
                shares.add(-part[0].add(BigInteger.valueOf(part[1].signum())).longValueExact());
            }
        }
        return shares;
    }

    /** Ends it: of each line that many units are kept, the rest goes back to its counter. */
    void resolve(ModelCounters counters, HoldState state, long at, long sequence, List<Long> kept) {
        Set<String> untouched = new HashSet<>();
        for (Line line : now.lines()) {
            if (counters.row(line.key()).version() == now.created()) {
                untouched.add(line.key());
            }
        }
        Set<String> changed = new HashSet<>();
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            Line line = now.lines().get(i);
            if (giveBack(counters, line, kept.get(i))) {
                changed.add(line.key());
            }
            lines.add(new Line(line.key(), line.quantity(), line.remaining(), kept.get(i)));
        }
        boolean forgets = state != HoldState.CONFIRMED;
        for (Line line : now.lines()) {
            Counter row = counters.row(line.key());
            boolean unused = row.held() == 0 && row.confirmed() == 0;
            if (!changed.contains(line.key())) {
                counters.put(line.key(), row, false);
            } else if (forgets && made.contains(line.key()) && untouched.contains(line.key()) && unused) {
                counters.remove(line.key());
            } else {
                counters.put(line.key(), new Counter(row.value(), sequence, row.held(), row.confirmed()), false);
            }
        }
        counters.keep();
        resolvedBy = sequence;
        now = new ModelAnswer.Hold(
                state, now.created(), now.createdAt(), now.expiresAt(), at, lines, now.id(), now.owner());
    }

    /** Returns whether the counter counts as changed: a bucket does only if units come back, which end the bucket. */
    private static boolean giveBack(ModelCounters counters, Line line, long kept) {
        Counter row = counters.row(line.key());
        long back = line.quantity() - kept;
        boolean ends = back != 0 && row.bucket();
        long value = back == 0 ? row.value() : saturated(ends ? 0 : row.value(), back);
        long version = ends ? 0 : row.version();
        Counter given = new Counter(value, version, row.held() - line.quantity(), row.confirmed() + kept);
        counters.put(line.key(), given, true);
        return back != 0 || !row.bucket();
    }

    private static long saturated(long value, long delta) {
        BigInteger sum = BigInteger.valueOf(value).add(BigInteger.valueOf(delta));
        return sum.min(BigInteger.valueOf(Long.MAX_VALUE))
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .longValueExact();
    }
}
