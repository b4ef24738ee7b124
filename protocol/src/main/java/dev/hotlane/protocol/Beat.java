package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.BeatDecoder;
import dev.hotlane.protocol.sbe.BeatEncoder;

/**
 * The leader's sign of life to each gateway, written with each TICK: a gateway that sees none for 2 s stops publishing.
 *
 * @param epoch of the leader
 * @param leaderHi first half of its incarnation
 * @param leaderLo second half
 * @param wallClock its clock, epoch milliseconds
 * @param sequenceBase what to add to an offset for a sequence
 * @param applied next offset to apply
 * @param flushed offset that MySQL stands at
 * @param logTime T
 * @param horizon greatest keep-time the window ever dropped
 * @param windowCount commands in the window
 * @param windowSize how many it holds at most
 * @param windowAgeMs how long it holds them at most
 * @param windowOldest keep-time of its oldest entry, or T when empty
 * @param rulesVersion in force
 * @param formatVersion that gateways encode
 * @param opsMax ops of a command
 * @param readKeysMax keys of a read
 * @param ttlMaxMs longest hold
 * @param holdsOpen holds that are neither confirmed nor cancelled nor expired
 * @param holdsMax how many there may be
 * @param holdsResolved resolved holds that are kept
 * @param resolvedMax how many are kept at most
 * @param holdRetentionMs how long they are kept at most, in log time
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
        long holdRetentionMs) {

    /** Whether a leader can have written it: somebody leads, and the numbers of its rules may be in force. */
    public boolean isPossible() {
        boolean led = epoch > 0 && (leaderHi != 0 || leaderLo != 0);
        boolean counts = applied >= 0 && flushed >= 0 && sequenceBase >= 0 && windowCount >= 0 && holdsOpen >= 0;
        boolean rules = rulesVersion > 0 && formatVersion > 0 && windowSize > 0 && windowAgeMs > 0 && holdsMax > 0;
        boolean limits = opsMax > 0 && opsMax <= 64 && readKeysMax > 0 && readKeysMax <= 1_000 && ttlMaxMs > 0;
        return led && counts && rules && limits;
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
                .holdRetentionMs(holdRetentionMs);
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
                in.holdRetentionMs());
    }
}
