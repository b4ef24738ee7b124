package dev.hotlane.proof.simulation.model;

import java.util.List;

/**
 * What a record is answered.
 *
 * @param verdict by its name in the contract
 * @param replayed decided by an earlier record, which {@code origin} and {@code originTime} tell
 * @param stored the outcome of another command
 * @param sequence of the record
 * @param time log time just after it
 * @param refusal null unless it was refused or rejected
 */
public record ModelAnswer(
        String verdict,
        boolean replayed,
        boolean stored,
        long sequence,
        long time,
        long origin,
        long originTime,
        Refusal refusal,
        List<Result> results,
        List<Counter> counters,
        List<Hold> holds) {

    /** Why not; 255 for no single op. */
    public record Refusal(int op, long available, long limit, long retryAfter, long horizon) {}

    /** Of one op. */
    public record Result(long previous, long value, long version) {}

    /** A counter as it stands; a version below 0 tells a bucket. */
    public record Counter(long value, long version, long held, long confirmed) {
        static final Counter ABSENT = new Counter(0, 0, 0, 0);
    }

    /** A hold as it stands. */
    public record Hold(
            String state,
            long created,
            long createdAt,
            long expiresAt,
            long resolvedAt,
            List<Line> lines,
            String id,
            String owner) {}

    /** A line of a hold; a negative quantity is a limit's. */
    public record Line(String key, long quantity, long remaining, long confirmed) {}

    /** The same outcome, told by another record; its origin stays. */
    ModelAnswer told(boolean again, boolean ofAnother, long by, long at) {
        return new ModelAnswer(
                verdict, again, ofAnother, by, at, origin, originTime, refusal, results, counters, holds);
    }

    /** The same, decided at another log time. */
    ModelAnswer decidedAt(long logTime) {
        return new ModelAnswer(
                verdict, replayed, stored, sequence, time, origin, logTime, refusal, results, counters, holds);
    }

    /** The same without the hold that it opened, which is forgotten. */
    ModelAnswer withoutHolds() {
        return new ModelAnswer(
                verdict, replayed, stored, sequence, time, origin, originTime, refusal, results, counters, List.of());
    }

    /**
     * Whether it says the same about the same command, whenever and by whichever record it is told. What came before the
     * log had a time is told without one at first, and by its record's time later.
     */
    public boolean sameOutcome(ModelAnswer first) {
        return verdict.equals(first.verdict)
                && origin == first.origin
                && (originTime == first.originTime || first.originTime == 0)
                && results.equals(first.results)
                && (refusal == null ? first.refusal == null : refusal.equals(first.refusal));
    }

    /** Whether the record that got it did nothing at all, and is not remembered. */
    public boolean refused() {
        return switch (verdict) {
            case "MALFORMED", "UNSUPPORTED", "ID_REUSED", "ID_EXPIRED", "ID_IN_FUTURE" -> true;
            default -> false;
        };
    }
}
