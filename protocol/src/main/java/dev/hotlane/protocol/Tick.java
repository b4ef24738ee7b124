package dev.hotlane.protocol;

/**
 * The content of a TICK; see the schema for each field.
 *
 * @param epoch epoch of the leader
 * @param leaderHi first half of the leader's incarnation
 * @param leaderLo second half
 * @param wallClock the leader's clock, epoch milliseconds
 * @param previousTick offset of the TICK applied before, -1 for none
 * @param previousDigest digest just after that TICK
 * @param applied next offset to apply
 * @param replied every reply below this offset is acknowledged
 * @param flushed MySQL holds the state as of this offset
 */
public record Tick(
        long epoch,
        long leaderHi,
        long leaderLo,
        long wallClock,
        long previousTick,
        long previousDigest,
        long applied,
        long replied,
        long flushed) {}
