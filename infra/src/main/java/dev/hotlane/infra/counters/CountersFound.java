package dev.hotlane.infra.counters;

/**
 * What a removal found and did.
 *
 * @param found counters under the prefix, as MySQL had them
 * @param removable of them, without held units, no buckets
 * @param held of them, with units that open reservations hold: they stay
 * @param buckets of them, token buckets that are not full: they leave by themselves once they are
 * @param removed for good
 * @param changed since MySQL had them: they stay
 * @param unanswered removals without an outcome, or that were rejected: a second run finds those that are left
 */
public record CountersFound(
        long found, long removable, long held, long buckets, long removed, long changed, long unanswered) {
    /** Whether no counter without held units is left. */
    public boolean complete() {
        return removed == removable;
    }
}
