package dev.hotlane.proof.history.model;

import dev.hotlane.proof.history.model.Hold.Line;
import dev.hotlane.proof.history.model.Hold.State;
import dev.hotlane.proof.history.model.ReplayOutcome.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Confirm, cancel and extend of a reservation by one record. Belongs to one thread. */
final class Changes {
    private final HoldTableModel holds;
    private final long sequence;
    private final long logTime;

    Changes(HoldTableModel holds, long sequence, long logTime) {
        this.holds = holds;
        this.sequence = sequence;
        this.logTime = logTime;
    }

    ReplayOutcome change(TableRow record) throws ReplayRefusal {
        Hold hold = holds.read(record.text("target"));
        if (hold == null) {
            throw new ReplayRefusal("NOT_FOUND", Problem.NONE);
        }
        return switch (record.text("command")) {
            case "confirm" -> confirm(hold, record.rows("ops"));
            case "cancel" -> cancel(hold);
            case "extend" -> {
                requireOpen(hold);
                yield done(holds.extend(hold, logTime + record.number("ttlMs")));
            }
            default -> throw new IllegalArgumentException("no such command: " + record);
        };
    }

    private ReplayOutcome cancel(Hold hold) throws ReplayRefusal {
        if (hold.state() == State.CANCELLED) {
            return first(hold);
        }
        requireOpen(hold);
        return done(holds.giveBack(hold, State.CANCELLED, logTime, sequence));
    }

    private ReplayOutcome confirm(Hold hold, List<TableRow> named) throws ReplayRefusal {
        if (hold.state() == State.CONFIRMED && amounts(hold, named).equals(confirmed(hold))) {
            return first(hold);
        }
        requireOpen(hold);
        return done(holds.confirm(hold, kept(hold, named), logTime, sequence));
    }

    private ReplayOutcome done(Hold hold) {
        return ReplayOutcome.done(sequence, logTime, List.of(), hold);
    }

    /** Resolved so already: what was told then. */
    private static ReplayOutcome first(Hold hold) {
        return ReplayOutcome.done(hold.resolvedSequence(), hold.resolvedAt(), List.of(), hold);
    }

    private static void requireOpen(Hold hold) throws ReplayRefusal {
        switch (hold.state()) {
            case CONFIRMED -> throw new ReplayRefusal("ALREADY_CONFIRMED", Problem.NONE);
            case CANCELLED -> throw new ReplayRefusal("ALREADY_CANCELLED", Problem.NONE);
            case EXPIRED -> throw new ReplayRefusal("EXPIRED", Problem.NONE);
            default -> {
                // Open.
            }
        }
    }

    private static Map<String, Long> amounts(Hold hold, List<TableRow> named) {
        Map<String, Long> amounts = new HashMap<>();
        if (named.isEmpty()) {
            stock(hold).forEach(line -> amounts.merge(line.key(), line.quantity(), Long::sum));
        }
        named.forEach(line -> amounts.merge(line.text("key"), line.number("quantity"), Long::sum));
        return amounts;
    }

    private static Map<String, Long> confirmed(Hold hold) {
        Map<String, Long> amounts = new HashMap<>();
        for (Line line : stock(hold)) {
            if (line.confirmed() > 0) {
                amounts.merge(line.key(), line.confirmed(), Long::sum);
            }
        }
        return amounts;
    }

    private static List<Line> stock(Hold hold) {
        return hold.lines().stream().filter(line -> !line.isLimit()).toList();
    }

    /** How many units of each line are kept: those named fill the lines of their key in order. */
    private static long[] kept(Hold hold, List<TableRow> named) throws ReplayRefusal {
        long[] kept = new long[hold.lines().size()];
        if (named.isEmpty()) {
            Arrays.setAll(kept, i -> Math.max(0, hold.lines().get(i).quantity()));
            return kept;
        }
        for (int op = 0; op < named.size(); op++) {
            String key = named.get(op).text("key");
            long rest = named.get(op).number("quantity");
            long held = 0;
            for (int i = 0; i < kept.length; i++) {
                Line line = hold.lines().get(i);
                if (line.key().equals(key) && !line.isLimit()) {
                    held += line.quantity();
                    long more = Math.min(rest, line.quantity() - kept[i]);
                    kept[i] += more;
                    rest -= more;
                }
            }
            if (rest > 0) {
                throw new ReplayRefusal(
                        "EXCEEDS_HELD", Problem.bound(held, held).at(op, key));
            }
        }
        return kept;
    }
}
