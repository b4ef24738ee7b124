package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewFollower;
import dev.hotlane.gateway.view.ViewTable;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Judges what views answer: V1 to V4 of docs/reliability.md. */
final class ViewChecks {
    private static final long MILLI = 1_000_000;

    /** A machine that stood still for less is not noticed, and the age is too low by as much. */
    private static final long UNNOTICED_NANOS = 1_000 * MILLI;

    private final World world;

    /** When the first answer of each offset reached a caller, -1 for none. */
    private final List<Long> answeredAt = new ArrayList<>();

    ViewChecks(World world) {
        this.world = world;
    }

    /** A caller got an answer of the lane with that sequence. */
    void answered(long sequence) {
        while (answeredAt.size() <= sequence) {
            answeredAt.add(-1L);
        }
        if (answeredAt.get((int) sequence) < 0) {
            answeredAt.set((int) sequence, world.now());
        }
    }

    /** Kafka lost the records from that offset on; returns how many had been answered. */
    long lost(long from) {
        List<Long> tail = answeredAt.subList((int) Math.min(from, answeredAt.size()), answeredAt.size());
        long answered = tail.stream().filter(at -> at >= 0).count();
        tail.clear();
        return answered;
    }

    /** Greatest sequence that any caller got, -1 for none. */
    long lastAnswered() {
        return answeredAt.size() - 1L;
    }

    /** The answer includes what its caller asked for. */
    void least(SimGateway gateway, long sequence, long minOffset) {
        require(
                sequence >= minOffset,
                "V1",
                () -> "gateway " + gateway.index() + " answers as of " + sequence + ", asked for " + minOffset);
    }

    /**
     * V2: every answer that the view lacks was given within the age that it states. One of a lost history lacks all that
     * came after it.
     */
    void age(SimGateway gateway, ViewCut cut, long ageMs) {
        world.tally.count("ages of views");
        long sequence = world.lostTail.isIn(cut) ? world.lostTail.from() - 1 : cut.to();
        long unnoticed = Math.min(UNNOTICED_NANOS, gateway.machine.haltedNanos());
        for (int lacking = (int) sequence + 1; lacking < answeredAt.size(); lacking++) {
            long at = answeredAt.get(lacking);
            long offset = lacking;
            require(
                    at < 0 || world.now() - at <= ageMs * MILLI + unnoticed,
                    "V2",
                    () -> "gateway " + gateway.index() + " states an age of " + ageMs + " ms as of " + sequence
                            + ", and lacks " + offset + ", answered " + (world.now() - at) + " ns ago");
        }
    }

    /** V1: the values are those of the model. V3: they are all as of one record. */
    void values(SimGateway gateway, ViewCut cut, List<String> keys, List<String> bodies) {
        world.tally.count("answers of views");
        long sequence = cut.to();
        if (world.lostTail.isIn(cut)) {
            world.tally.count("answers of a lost history");
            require(
                    wasOnce(sequence, keys, bodies),
                    "V1",
                    () -> "gateway " + gateway.index() + " answers " + bodies + " as of " + sequence
                            + " of a lost history");
            return;
        }
        require(
                sequence < world.truth.end(),
                "V1",
                () -> "gateway " + gateway.index() + " is at " + sequence + ", the log at " + world.truth.end());
        if (sequence >= 0 && !fits(sequence, keys, bodies)) {
            int left = keys.indexOf(OrderMeanings.PAIR_LEFT);
            int right = keys.indexOf(OrderMeanings.PAIR_RIGHT);
            boolean torn = left >= 0 && right >= 0 && !valueOf(bodies.get(left)).equals(valueOf(bodies.get(right)));
            throw new Violation(
                    torn ? "V3" : "V1",
                    "gateway " + gateway.index() + " answers as of " + sequence + "\n  " + bodies + "\nexpected\n  "
                            + expected(world.truth.at(sequence), keys),
                    null);
        }
    }

    private boolean fits(long sequence, List<String> keys, List<String> bodies) {
        return expected(world.truth.at(sequence), keys).equals(bodies)
                || world.invariants.quarantine.mayDiffer(sequence) && wasOnce(sequence, keys, bodies);
    }

    private boolean wasOnce(long sequence, List<String> keys, List<String> bodies) {
        return world.truth.before(sequence).stream()
                .anyMatch(moment -> expected(moment, keys).equals(bodies));
    }

    private static String valueOf(String body) {
        return body.replaceFirst(".*\"value\":(-?\\d+).*", "$1");
    }

    private static List<String> expected(Truth.Moment moment, List<String> keys) {
        List<String> bodies = new ArrayList<>();
        for (String key : keys) {
            Counter row = moment.counters().getOrDefault(key, Counter.ABSENT);
            boolean full = row.bucket() && row.value() <= moment.time() * MILLI;
            Counter seen = full ? new Counter(0, 0, row.held(), row.confirmed()) : row;
            bodies.add("{\"key\":\"" + key + "\",\"value\":" + seen.value() + ",\"held\":" + seen.held()
                    + ",\"confirmed\":" + seen.confirmed() + ",\"version\":" + Math.abs(seen.version())
                    + (seen.bucket() ? ",\"bucket\":true}" : "}"));
        }
        return bodies;
    }

    /** V4: checks after each pack that the table has no counter but those of now and those that the pack removed. */
    ViewFollower follower(ViewTable table) {
        return new Bounds(table);
    }

    private final class Bounds implements ViewFollower {
        private final ViewTable table;
        private ViewCut last;

        Bounds(ViewTable table) {
            this.table = table;
        }

        @Override
        public void loaded(ViewCut at) {
            world.tally.count("views loaded");
            last = at;
        }

        @Override
        public void applied(ViewCut at, Changed changed) {
            world.tally.count("packs applied");
            long before = last.to();
            last = at;
            if (before < 0
                    || world.lostTail.isIn(at)
                    || world.invariants.quarantine.mayDiffer(before)
                    || world.invariants.quarantine.mayDiffer(at.to())) {
                return;
            }
            SortedMap<String, Counter> now = world.truth.at(at.to()).counters();
            long removed = world.truth.at(before).counters().keySet().stream()
                    .filter(key -> !now.containsKey(key))
                    .count();
            require(
                    table.keys() <= now.size() + removed,
                    "V4",
                    () -> "a view has " + table.keys() + " counters at " + at.to() + ", the lane " + now.size()
                            + " and " + removed + " that the pack removed");
        }

        @Override
        public void dropped() {
            world.tally.count("views dropped");
        }
    }
}
