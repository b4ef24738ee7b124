package dev.hotlane.jmh.load;

/** How requests ended, by {@link AnswerVerdict}. Immutable. */
public record Counts(long ok, long refused, long notExecuted, long unknown, long wrong) {
    /** All of them. */
    public long total() {
        return ok + refused + notExecuted + unknown + wrong;
    }

    static Counts of(long[] byVerdict) {
        return new Counts(byVerdict[0], byVerdict[1], byVerdict[2], byVerdict[3], byVerdict[4]);
    }

    @Override
    public String toString() {
        return String.format(
                "%,d ok, %,d refused, %,d not executed, %,d unknown, %,d wrong",
                ok, refused, notExecuted, unknown, wrong);
    }
}
