package dev.hotlane.processor.state;

import dev.hotlane.protocol.sbe.HoldState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A hold in the plainest words, and what it gives back. */
final class NaiveHold {
    final Object content;
    final NaiveLane.Answer creation;
    final Set<String> madeKeys;
    Reply.Hold now;
    long resolvedSequence;

    /** @param madeKeys keys whose counters were absent before */
    NaiveHold(Object content, NaiveLane.Answer creation, Set<String> madeKeys) {
        this.content = content;
        this.creation = creation;
        this.madeKeys = madeKeys;
        now = creation.holds().get(0);
    }

    boolean isOpen() {
        return now.state() == HoldState.HELD;
    }

    void extend(long expiresAt) {
        now = new Reply.Hold(
                now.state(),
                now.createdSequence(),
                now.createdAt(),
                expiresAt,
                now.resolvedAt(),
                now.lines(),
                now.id(),
                now.owner());
    }

    /** What a confirm that names these quantities would keep of each line; null if it asks for too much. */
    List<Long> shares(Map<String, BigInteger> named) {
        Map<String, BigInteger> held = new HashMap<>();
        BigInteger stock = BigInteger.ZERO;
        for (Reply.Line line : now.lines()) {
            if (line.quantity() > 0) {
                BigInteger units = BigInteger.valueOf(line.quantity());
                held.merge(line.key(), units, BigInteger::add);
                stock = stock.add(units);
            }
        }
        BigInteger kept = BigInteger.ZERO;
        for (Map.Entry<String, BigInteger> wish : named.entrySet()) {
            if (wish.getValue().compareTo(held.getOrDefault(wish.getKey(), BigInteger.ZERO)) > 0) {
                return null;
            }
            kept = kept.add(wish.getValue());
        }
        Map<String, BigInteger> left = new HashMap<>(named);
        List<Long> shares = new ArrayList<>();
        for (Reply.Line line : now.lines()) {
            BigInteger quantity = BigInteger.valueOf(line.quantity());
            BigInteger share;
            if (line.quantity() > 0) {
                share = quantity.min(left.getOrDefault(line.key(), BigInteger.ZERO));
                left.merge(line.key(), share.negate(), BigInteger::add);
            } else {
                BigInteger[] part = quantity.negate().multiply(kept).divideAndRemainder(stock);
                share = part[0].add(BigInteger.valueOf(part[1].signum())).negate();
            }
            shares.add(share.longValueExact());
        }
        return shares;
    }

    List<Long> everything() {
        return now.lines().stream().map(Reply.Line::quantity).toList();
    }

    List<Long> nothing() {
        return now.lines().stream().map(line -> 0L).toList();
    }

    /** Ends it: so much of each line is kept, the rest goes back to the counters of the lane. */
    void resolve(NaiveLane lane, HoldState state, long time, long sequence, List<Long> kept) {
        List<Reply.Line> lines = new ArrayList<>();
        Set<String> untouched = new HashSet<>();
        Set<String> changed = new HashSet<>();
        for (Reply.Line line : now.lines()) {
            if (lane.row(line.key()).version() == now.createdSequence()) {
                untouched.add(line.key());
            }
        }
        for (int i = 0; i < kept.size(); i++) {
            Reply.Line line = now.lines().get(i);
            Reply.Counter row = lane.row(line.key());
            long back = line.quantity() - kept.get(i);
            long value = row.value();
            if (back != 0) {
                value = clamped(row.version() < 0 ? 0 : value, back);
                changed.add(line.key());
            } else if (row.version() >= 0) {
                changed.add(line.key());
            }
            long version = back != 0 && row.version() < 0 ? 0 : row.version();
            lane.put(
                    line.key(),
                    new Reply.Counter(value, version, row.held() - line.quantity(), row.confirmed() + kept.get(i)),
                    true);
            lines.add(new Reply.Line(line.key(), line.quantity(), line.remaining(), kept.get(i)));
        }
        boolean forget = state != HoldState.CONFIRMED;
        for (Reply.Line line : now.lines()) {
            Reply.Counter row = lane.row(line.key());
            boolean empty = row.held() == 0 && row.confirmed() == 0;
            if (!changed.contains(line.key())) {
                lane.put(line.key(), row, false);
            } else if (forget && madeKeys.contains(line.key()) && untouched.contains(line.key()) && empty) {
                lane.counters.remove(line.key());
            } else {
                lane.put(line.key(), new Reply.Counter(row.value(), sequence, row.held(), row.confirmed()), false);
            }
        }
        resolvedSequence = sequence;
        now = new Reply.Hold(
                state, now.createdSequence(), now.createdAt(), now.expiresAt(), time, lines, now.id(), now.owner());
    }

    private static long clamped(long value, long delta) {
        BigInteger sum = BigInteger.valueOf(value).add(BigInteger.valueOf(delta));
        return sum.min(BigInteger.valueOf(Long.MAX_VALUE))
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .longValueExact();
    }
}
