package dev.hotlane.proof.model;

import java.util.List;

/**
 * The answer to a record. Immutable.
 *
 * @param replayed decided by an earlier record, which {@code origin} and {@code originTime} name
 * @param stored the outcome of another command
 * @param sequence of the record
 * @param time log time just after it
 * @param refusal null unless it was refused or rejected
 * @param cursor id of the last hold of a page that goes on, else empty
 */
public record ModelAnswer(
        Verdict verdict,
        boolean replayed,
        boolean stored,
        long sequence,
        long time,
        long origin,
        long originTime,
        Refusal refusal,
        List<Result> results,
        List<Counter> counters,
        List<Hold> holds,
        String cursor) {

    /** The code of an answer, by its name in the contract. */
    public enum Verdict {
        OK,
        MALFORMED,
        UNSUPPORTED,
        ID_REUSED,
        ID_EXPIRED,
        ID_IN_FUTURE,
        NOT_FOUND,
        EXPIRED,
        ALREADY_CONFIRMED,
        ALREADY_CANCELLED,
        EXCEEDS_HELD,
        EXISTS,
        VERSION_MISMATCH,
        VALUE_MISMATCH,
        NOT_OPEN,
        CLOSED,
        RATE_LIMITED,
        LIMIT_EXCEEDED,
        INSUFFICIENT,
        OVERFLOW,
        ABANDONED,
        QUARANTINED,
        QUOTA_EXCEEDED
    }

    /** Why not; 255 for no single op. */
    public record Refusal(int op, long available, long limit, long retryAfter, long horizon) {
        /** The {@code op} of a refusal that no single op caused. */
        public static final int NO_OP = 255;

        static final Refusal NO_DETAIL = new Refusal(NO_OP, 0, 0, 0, 0);
    }

    /** Of one op. */
    public record Result(long previous, long value, long version) {}

    /** A counter as it stands; the version of a bucket is below 0. */
    public record Counter(long value, long version, long held, long confirmed) {
        /** What a key that was never written has. */
        public static final Counter ABSENT = new Counter(0, 0, 0, 0);

        /** Whether its value is the time at which a bucket is full again. */
        public boolean bucket() {
            return version < 0;
        }
    }

    /** The state of a hold. */
    public enum HoldState {
        /** Open. */
        HELD,
        /** Kept, all or in part. */
        CONFIRMED,
        /** Given back by a command. */
        CANCELLED,
        /** Given back by log time. */
        EXPIRED
    }

    /** A hold as it stands; {@code resolvedAt} is 0 while it is open. */
    public record Hold(
            HoldState state,
            long created,
            long createdAt,
            long expiresAt,
            long resolvedAt,
            List<Line> lines,
            String id,
            String owner) {}

    /** A line of a hold: stock above 0, a limit below 0. {@code remaining} is the counter's value when it was made. */
    public record Line(String key, long quantity, long remaining, long confirmed) {
        /** Whether it uses a limit, rather than holding stock. */
        public boolean isLimit() {
            return quantity < 0;
        }
    }

    /** The same outcome, in the answer to another record; its origin stays. */
    ModelAnswer told(boolean again, boolean ofAnother, long by, long at) {
        return new ModelAnswer(
                verdict, again, ofAnother, by, at, origin, originTime, refusal, results, counters, holds, cursor);
    }

    /** The same, decided by that record at that log time. */
    ModelAnswer decided(long by, long at) {
        return new ModelAnswer(
                verdict, replayed, stored, sequence, time, by, at, refusal, results, counters, holds, cursor);
    }

    /** The same without the hold that it opened, which is forgotten. */
    ModelAnswer withoutHolds() {
        return new ModelAnswer(
                verdict,
                replayed,
                stored,
                sequence,
                time,
                origin,
                originTime,
                refusal,
                results,
                counters,
                List.of(),
                cursor);
    }

    /**
     * Whether it is the same outcome of the same command, at any time and by any record. An outcome decided before the
     * log had a time is first answered with time 0, and later with its record's time.
     */
    public boolean sameOutcome(ModelAnswer first) {
        return verdict == first.verdict
                && origin == first.origin
                && (originTime == first.originTime || first.originTime == 0)
                && results.equals(first.results)
                && (refusal == null ? first.refusal == null : refusal.equals(first.refusal));
    }

    /** Whether the record that got it did nothing at all, and is not remembered. */
    public boolean refused() {
        return switch (verdict) {
            case MALFORMED, UNSUPPORTED, ID_REUSED, ID_EXPIRED, ID_IN_FUTURE, QUOTA_EXCEEDED -> true;
            default -> false;
        };
    }
}
