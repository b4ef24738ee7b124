package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import java.util.List;

/** What a record of the log says, as plain objects. Immutable. */
public sealed interface LogEntry {
    /** Anything with an id of its own that is remembered. */
    sealed interface Command extends LogEntry permits Transact, OnHold, Abandon, Unreadable {
        /** The record's key, see {@link ModelIds}. */
        String id();

        /** The key of another id of the same tenant. */
        default String keyOf(String otherId) {
            return ModelIds.key(ModelIds.tenant(id()), otherId);
        }

        /** This command under another key. */
        Command as(String otherId);

        /** What makes two commands the same: everything but the id, in one form. */
        default Command content() {
            return as("");
        }
    }

    /** Ops in order, all or nothing; with {@code hold} they open a hold. Its TTL and owner are 0 and empty without one. */
    record Transact(String id, List<ModelOp> ops, boolean hold, long ttl, String owner) implements Command {
        @Override
        public Transact as(String otherId) {
            return new Transact(otherId, ops, hold, ttl, owner);
        }

        @Override
        public Command content() {
            return new Transact("", ops.stream().map(ModelOp::canonical).toList(), hold, ttl, owner);
        }
    }

    /** A number of units of a key. */
    record Part(String key, long quantity) {}

    /** What a command does to a hold. */
    enum Change {
        /** Keeps the parts named, all if none is named. */
        CONFIRM,
        /** Gives all back. */
        CANCEL,
        /** Sets a new TTL. */
        EXTEND
    }

    /** Changes a hold of its tenant and of that owner; an empty owner stands for any. */
    record OnHold(Change what, String id, String target, List<Part> parts, long ttl, String owner) implements Command {
        @Override
        public OnHold as(String otherId) {
            return new OnHold(what, otherId, target, parts, ttl, owner);
        }
    }

    /** Ends the unknown outcome of another command of its tenant for good. */
    record Abandon(String id, String target) implements Command {
        @Override
        public Abandon as(String otherId) {
            return new Abandon(otherId, target);
        }
    }

    /** A command whose content has no form that the format knows, and how it must be refused. */
    record Unreadable(String id, Verdict verdict) implements Command {
        @Override
        public Unreadable as(String otherId) {
            return new Unreadable(otherId, verdict);
        }
    }

    /** A read of counters. */
    record ReadCounters(List<String> keys) implements LogEntry {}

    /** A read of a command's outcome by its key. */
    record ReadCommand(String id) implements LogEntry {}

    /** A read of a hold by its key; a non-empty owner must be that of the hold. */
    record ReadHold(String id, String owner) implements LogEntry {}

    /**
     * A read of the newest holds of a tenant, at most {@code limit}.
     *
     * @param state null for any
     * @param owner empty for any
     * @param stock a key of which they hold stock; empty for any
     * @param cursor id of the last hold of the page before; empty for the first page
     */
    record ReadHolds(String tenant, HoldState state, int limit, String owner, String stock, String cursor)
            implements LogEntry {}

    /**
     * A leader's TICK: by its clock then, all below {@code applied} was applied.
     *
     * @param seen the highest offset that it claims to have seen
     * @param previous offset of the TICK whose digest it names, -1 for none
     * @param wrong whether that digest is known to be wrong
     */
    record Tick(long epoch, Leader leader, long wallClock, long applied, long seen, long previous, boolean wrong)
            implements LogEntry {
        /** A TICK that names no digest. */
        public static Tick of(long epoch, Leader leader, long wallClock, long applied) {
            return new Tick(epoch, leader, wallClock, applied, applied, -1, false);
        }

        /** The same with a digest that is known to be wrong, or is not. */
        public Tick withWrong(boolean digestIsWrong) {
            return new Tick(epoch, leader, wallClock, applied, seen, previous, digestIsWrong);
        }
    }

    /** A process claims the lead. */
    record Lead(long epoch, Leader leader, long lastTick) implements LogEntry {}

    /** A leader gives up the lead. */
    record Resign(long epoch, Leader leader) implements LogEntry {}

    /** The numbers that the rules speak of, in milliseconds where they are times. */
    record Numbers(
            long version,
            long opsMax,
            long readKeysMax,
            long windowSize,
            long windowAge,
            long slack,
            long idFuture,
            long ttlMax,
            long retention,
            long expiriesPerRecord,
            long countersMax,
            long holdsMax,
            long resolvedMax,
            long stateBytesMax,
            long windowBytesMax,
            long tenantHoldsMax,
            String seed)
            implements LogEntry {}

    /** Rules of a format that no build knows yet. */
    record NewerRules() implements LogEntry {}

    /** An operator takes the record at that offset out. The caller steps over that record. */
    record Skip(long target) implements LogEntry {}

    /** A record that passes time and does nothing else. */
    record Idle() implements LogEntry {}

    /** Bytes that are no record of the lane. */
    record Garbage() implements LogEntry {}

    /** One start of one process; both halves 0 for nobody. */
    record Leader(long hi, long lo) {
        /** Nobody. */
        public static final Leader NOBODY = new Leader(0, 0);
    }
}
