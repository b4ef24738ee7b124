package dev.hotlane.infra.feed;

/**
 * Intervals and amounts of a feed. Immutable.
 *
 * @param silenceNanos without a new position, after which a standby publishes; the wait after a fencing grows to sixty times
 *     that
 * @param repeatNanos without a cut, after which the position is repeated
 * @param saveNanos from one state file of the publishing feed to the next
 * @param aheadMax proved records above the position that a standby has at most: their output waits in memory
 * @param cutMax records of the log in one transaction, unless they are one cut
 */
public record FeedPace(long silenceNanos, long repeatNanos, long saveNanos, int aheadMax, int cutMax) {
    /** That of the product. */
    public static final FeedPace USUAL = new FeedPace(1_000_000_000L, 250_000_000L, 900_000_000_000L, 100_000, 5_000);
}
