package dev.hotlane.proof.simulation.model;

import java.util.List;

/** What a record of the log says, as plain objects. */
public sealed interface LogEntry {
    /** Anything with an id of its own that is remembered. */
    sealed interface Command extends LogEntry permits Transact, OnHold, Abandon {
        /** The id. */
        String id();

        /** The same with another id: what makes two commands the same, apart from it. */
        Command as(String otherId);
    }

    /**
     * One op.
     *
     * @param what "add" n (up to max, null for none), "set" n, "remove", "check" at least n, "take" n tokens
     */
    record Op(String what, String key, long n, Long max) {}

    /** Ops in order, all or nothing; with a TTL above 0 they open a hold. */
    record Transact(String id, List<Op> ops, long ttl, String owner) implements Command {
        @Override
        public Transact as(String otherId) {
            return new Transact(otherId, ops, ttl, owner);
        }

        boolean holds() {
            return ttl > 0;
        }
    }

    /** So much of a key. */
    record Part(String key, long quantity) {}

    /** "confirm" (of these parts, none for all), "cancel" or "extend" by a TTL. */
    record OnHold(String what, String id, String target, List<Part> parts, long ttl) implements Command {
        @Override
        public OnHold as(String otherId) {
            return new OnHold(what, otherId, target, parts, ttl);
        }
    }

    /** Ends the unknown outcome of another command for good. */
    record Abandon(String id, String target) implements Command {
        @Override
        public Abandon as(String otherId) {
            return new Abandon(otherId, target);
        }
    }

    /** A question for counters. */
    record ReadCounters(List<String> keys) implements LogEntry {}

    /** A question for what became of a command. */
    record ReadCommand(String id) implements LogEntry {}

    /** A question for a hold. */
    record ReadHold(String id) implements LogEntry {}

    /**
     * A leader's TICK: by its clock then, all below {@code applied} was applied.
     *
     * @param seen the highest offset that it claims to have seen
     * @param wrongOf offset of the TICK whose digest it names wrongly, negative if it names none wrongly
     */
    record Tick(long epoch, Leader leader, long wallClock, long applied, long seen, long wrongOf) implements LogEntry {
        /** As a leader says it. */
        public static Tick of(long epoch, Leader leader, long wallClock, long applied) {
            return new Tick(epoch, leader, wallClock, applied, applied, -1);
        }
    }

    /** Somebody wants to lead. */
    record Lead(long epoch, Leader leader, long lastTick) implements LogEntry {}

    /** Somebody leads no more. */
    record Resign(long epoch, Leader leader) implements LogEntry {}

    /** The numbers that the rules speak of, in milliseconds where they are times. */
    record Numbers(
            int version,
            int windowSize,
            long windowAge,
            long slack,
            long idFuture,
            long ttlMax,
            long retention,
            int expiriesPerRecord,
            int holdsMax,
            int resolvedMax)
            implements LogEntry {}

    /** Rules that this build does not know. */
    record NewerRules() implements LogEntry {}

    /** An operator takes the record at that offset out. */
    record Skip(long target) implements LogEntry {}

    /** Bytes that are no record of ours. */
    record Garbage() implements LogEntry {}

    /** One start of one process; both halves 0 for nobody. */
    record Leader(long hi, long lo) {
        /** Nobody. */
        public static final Leader NOBODY = new Leader(0, 0);
    }
}
