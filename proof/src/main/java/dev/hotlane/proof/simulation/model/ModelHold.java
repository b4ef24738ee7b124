package dev.hotlane.proof.simulation.model;

import dev.hotlane.proof.simulation.model.ModelAnswer.Counter;
import dev.hotlane.proof.simulation.model.ModelAnswer.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A hold and what becomes of it. */
public final class ModelHold {
    final LogEntry.Transact content;
    final ModelAnswer creation;
    private final Set<String> made;
    ModelAnswer.Hold now;
    long resolvedBy;

    /** @param made keys of its lines that were absent before */
    ModelHold(LogEntry.Transact content, ModelAnswer creation, Set<String> made) {
        this.content = content;
        this.creation = creation;
        this.made = made;
        now = creation.holds().get(0);
    }

    /** As it stands. */
    public ModelAnswer.Hold now() {
        return now;
    }

    boolean isOpen() {
        return now.state().equals("HELD");
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
    Map<String, Long> stock() {
        Map<String, Long> stock = new HashMap<>();
        for (Line line : now.lines()) {
            if (line.quantity() > 0) {
                stock.merge(line.key(), line.quantity(), Long::sum);
            }
        }
        return stock;
    }

    /** What is kept of each line when these units are confirmed; limits in proportion, rounded up. */
    long[] shares(Map<String, Long> wanted) {
        long all = stock().values().stream().mapToLong(Long::longValue).sum();
        long kept = wanted.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Long> left = new HashMap<>(wanted);
        long[] shares = new long[now.lines().size()];
        for (int i = 0; i < shares.length; i++) {
            Line line = now.lines().get(i);
            if (line.quantity() > 0) {
                shares[i] = Math.min(line.quantity(), left.getOrDefault(line.key(), 0L));
                left.merge(line.key(), -shares[i], Long::sum);
            } else {
                shares[i] = -((-line.quantity() * kept + all - 1) / all);
            }
        }
        return shares;
    }

    /** Ends it: so much of each line stays taken, the rest goes back. */
    void resolve(Map<String, Counter> rows, String state, long at, long sequence, long[] kept) {
        Set<String> untouched = new HashSet<>();
        for (Line line : now.lines()) {
            if (rows.getOrDefault(line.key(), Counter.ABSENT).version() == now.created()) {
                untouched.add(line.key());
            }
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < kept.length; i++) {
            Line line = now.lines().get(i);
            Counter row = rows.getOrDefault(line.key(), Counter.ABSENT);
            long back = line.quantity() - kept[i];
            rows.put(
                    line.key(),
                    new Counter(row.value() + back, sequence, row.held() - line.quantity(), row.confirmed() + kept[i]));
            lines.add(new Line(line.key(), line.quantity(), line.remaining(), kept[i]));
        }
        for (Line line : now.lines()) {
            Counter row = rows.get(line.key());
            boolean unused = row != null && row.held() == 0 && row.confirmed() == 0;
            boolean forgets = !state.equals("CONFIRMED") && made.contains(line.key());
            if (forgets && untouched.contains(line.key()) && unused) {
                rows.remove(line.key());
            }
        }
        resolvedBy = sequence;
        now = new ModelAnswer.Hold(
                state, now.created(), now.createdAt(), now.expiresAt(), at, lines, now.id(), now.owner());
    }
}
