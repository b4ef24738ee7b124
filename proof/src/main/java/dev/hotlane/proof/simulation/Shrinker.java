package dev.hotlane.proof.simulation;

import java.util.ArrayList;
import java.util.List;

/** Makes the plan of a failure smaller: leaves out incidents and orders as long as the same invariant breaks. */
public final class Shrinker {
    /** Enough for plans of this size; a shrunk plan is for reading and need not be the smallest. */
    private static final int RUNS_MAX = 400;

    private final String invariant;
    private Plan smallest;
    private Violation why;
    private int runs;

    private Shrinker(Failure failure) {
        invariant = failure.why().invariant();
        smallest = failure.plan();
        why = failure.why();
    }

    /** A plan and the invariant that it breaks. */
    public record Failure(Plan plan, Violation why) {}

    /** Runs the plan; null if no invariant breaks. */
    public static Failure failureOf(Plan plan, SimTally tally) {
        try {
            Simulation.run(plan, tally);
            return null;
        } catch (Violation e) {
            return new Failure(plan, e);
        }
    }

    /** Returns a smaller plan that breaks the same invariant. The product's log is off meanwhile. */
    public static Failure shrink(Failure failure) {
        SilentProduct silence = new SilentProduct();
        try {
            Shrinker shrinker = new Shrinker(failure);
            shrinker.drop();
            return new Failure(shrinker.smallest, shrinker.why);
        } finally {
            silence.end();
        }
    }

    private void drop() {
        boolean smaller = true;
        while (smaller && runs < RUNS_MAX) {
            int before = size();
            dropIncidents();
            dropOrders();
            smaller = size() < before;
        }
    }

    private int size() {
        return smallest.incidents().size() + smallest.orders().size();
    }

    private void dropIncidents() {
        for (int chunk = Math.max(1, smallest.incidents().size() / 2); chunk > 0; chunk /= 2) {
            for (int at = smallest.incidents().size() - chunk; at >= 0; at -= chunk) {
                keepIfBroken(smallest.with(smallest.orders(), without(smallest.incidents(), at, chunk)));
                at = Math.min(at, smallest.incidents().size());
            }
        }
    }

    private void dropOrders() {
        for (int chunk = Math.max(1, smallest.orders().size() / 2); chunk > 0; chunk /= 2) {
            for (int at = smallest.orders().size() - chunk; at >= 0; at -= chunk) {
                keepIfBroken(smallest.with(without(smallest.orders(), at, chunk), smallest.incidents()));
                at = Math.min(at, smallest.orders().size());
            }
        }
    }

    private static <T> List<T> without(List<T> list, int from, int count) {
        List<T> rest = new ArrayList<>(list);
        rest.subList(from, Math.min(list.size(), from + count)).clear();
        return rest;
    }

    private void keepIfBroken(Plan candidate) {
        if (runs++ >= RUNS_MAX) {
            return;
        }
        Failure failure = failureOf(candidate, new SimTally());
        if (failure != null && failure.why().invariant().equals(invariant)) {
            smallest = candidate;
            why = failure.why();
        }
    }
}
