package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.BeatDecoder;
import dev.hotlane.protocol.sbe.BeatEncoder;

/**
 * The leader's sign of life to each gateway, appended with each TICK. A gateway that receives none for 2 s (by default)
 * stops publishing.
 *
 * @param epoch epoch of the leader
 * @param leaderHi first half of the leader's incarnation
 * @param leaderLo second half
 * @param wallClock the leader's clock, epoch milliseconds
 * @param sequenceBase sequence = offset + this number
 * @param applied next offset to apply
 * @param flushed next offset to flush: MySQL holds the state just before it
 * @param logTime T, epoch milliseconds
 * @param horizon greatest keep-time that the window ever dropped
 * @param windowCount commands in the window
 * @param windowSize most commands in the window
 * @param windowAgeMs longest time of a command in the window, in ms
 * @param windowOldest keep-time of the window's oldest entry, or T when empty
 * @param rulesVersion version of the rules in force
 * @param formatVersion format that gateways encode
 * @param opsMax ops per command
 * @param readKeysMax keys per read
 * @param ttlMaxMs longest hold in ms
 * @param holdsOpen holds that are not confirmed, cancelled or expired
 * @param holdsMax most open holds
 * @param holdsResolved resolved holds that are kept
 * @param resolvedMax most resolved holds that are kept
 * @param holdRetentionMs longest time that they are kept, in ms of log time
 * @param dirtyBytes heap of the changes that wait for MySQL; no decision of the lane depends on it
 * @param dirtyBytesMax share of them in the leader's heap: above it gateways reject writes, except those that end or
 *     prolong a hold
 */
public record Beat(
        long epoch,
        long leaderHi,
        long leaderLo,
        long wallClock,
        long sequenceBase,
        long applied,
        long flushed,
        long logTime,
        long horizon,
        int windowCount,
        int windowSize,
        long windowAgeMs,
        long windowOldest,
        int rulesVersion,
        int formatVersion,
        int opsMax,
        int readKeysMax,
        long ttlMaxMs,
        int holdsOpen,
        int holdsMax,
        int holdsResolved,
        int resolvedMax,
        long holdRetentionMs,
        long dirtyBytes,
        long dirtyBytesMax) {

    /** Whether a leader can have written it: it names a leader, and its counts and rules are in range. */
    public boolean isPossible() {
        boolean led = epoch > 0 && (leaderHi != 0 || leaderLo != 0);
        boolean counts = applied >= 0 && flushed >= 0 && sequenceBase >= 0 && windowCount >= 0 && holdsOpen >= 0;
        boolean rules = rulesVersion > 0 && formatVersion > 0 && windowSize > 0 && windowAgeMs > 0 && holdsMax > 0;
        boolean limits = opsMax > 0 && opsMax <= 64 && readKeysMax > 0 && readKeysMax <= 1_000 && ttlMaxMs > 0;
        return led && counts && rules && limits && dirtyBytes >= 0 && dirtyBytesMax > 0;
    }

    /** Whether changes that wait for MySQL take more heap than their share. */
    public boolean isDirtyFull() {
        return dirtyBytes > dirtyBytesMax;
    }

    void write(BeatEncoder out) {
        out.epoch(epoch)
                .leaderHi(leaderHi)
                .leaderLo(leaderLo)
                .wallClock(wallClock)
                .sequenceBase(sequenceBase)
                .applied(applied)
                .flushed(flushed)
                .logTime(logTime)
                .horizon(horizon)
                .windowCount(windowCount)
                .windowSize(windowSize)
                .windowAgeMs(windowAgeMs)
                .windowOldest(windowOldest)
                .rulesVersion(rulesVersion)
                .formatVersion(formatVersion)
                .opsMax(opsMax)
                .readKeysMax(readKeysMax)
                .ttlMaxMs(ttlMaxMs)
                .holdsOpen(holdsOpen)
                .holdsMax(holdsMax)
                .holdsResolved(holdsResolved)
                .resolvedMax(resolvedMax)
                .holdRetentionMs(holdRetentionMs)
                .dirtyBytes(dirtyBytes)
                .dirtyBytesMax(dirtyBytesMax);
    }

    static Beat read(BeatDecoder in) {
        return new Beat(
                in.epoch(),
                in.leaderHi(),
                in.leaderLo(),
                in.wallClock(),
                in.sequenceBase(),
                in.applied(),
                in.flushed(),
                in.logTime(),
                in.horizon(),
                in.windowCount(),
                in.windowSize(),
                in.windowAgeMs(),
                in.windowOldest(),
                in.rulesVersion(),
                in.formatVersion(),
                in.opsMax(),
                in.readKeysMax(),
                in.ttlMaxMs(),
                in.holdsOpen(),
                in.holdsMax(),
                in.holdsResolved(),
                in.resolvedMax(),
                in.holdRetentionMs(),
                in.dirtyBytes(),
                in.dirtyBytesMax());
    }
}
