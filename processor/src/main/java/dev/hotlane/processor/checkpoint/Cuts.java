package dev.hotlane.processor.checkpoint;

import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.OpenHold;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.Meta;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.RulesCodec;

/**
 * Maps the state's fields to the checkpoint's and back; no other class names both. Owned by one thread.
 */
public final class Cuts {
    private static final byte[] NO_RULES = {};

    private Rules encodedRules;
    private byte[] encoded = NO_RULES;

    /** Fills the cut with the state just after this slot. */
    public void fill(Cut cut, Slot slot) {
        Meta meta = slot.meta;
        cut.nextOffset = meta.nextOffset;
        cut.sequenceBase = meta.sequenceBase;
        cut.stateEpoch = meta.epoch;
        cut.leaderHigh = meta.leaderHi;
        cut.leaderLow = meta.leaderLo;
        cut.logTime = meta.logTime;
        cut.ceiling = meta.ceiling;
        cut.horizon = meta.horizon;
        cut.digest = meta.digest;
        cut.lastTickOffset = meta.lastTick;
        cut.lastTickDigest = meta.lastTickDigest;
        cut.windowStart = meta.windowStart;
        cut.windowCount = meta.windowCount;
        cut.counters = meta.counters;
        cut.openHolds = meta.holdsOpen;
        cut.resolvedStart = meta.resolvedStart;
        cut.resolvedCount = meta.holdsResolved;
        cut.lastLeaderEpoch = slot.leaderEpoch;
        cut.lastTimestamp = slot.timestamp;
        cut.lastCrc = slot.checksum;
        fillRules(cut, meta);
    }

    private void fillRules(Cut cut, Meta meta) {
        if (meta.rules == null) {
            return;
        }
        if (meta.rules != encodedRules) {
            encodedRules = meta.rules;
            encoded = RulesCodec.encode(meta.rules);
        }
        cut.rulesVersion = meta.rules.rulesVersion();
        cut.rules = encoded;
        cut.lastTickWallClock = meta.lastTick < 0 ? 0 : meta.ceiling - meta.rules.tickSlackMs();
    }

    /** The reverse of {@link #fill}, from a checkpoint. */
    public static Meta meta(Cut cut) {
        Meta meta = new Meta();
        meta.nextOffset = cut.nextOffset;
        meta.sequenceBase = cut.sequenceBase;
        meta.epoch = cut.stateEpoch;
        meta.leaderHi = cut.leaderHigh;
        meta.leaderLo = cut.leaderLow;
        meta.logTime = cut.logTime;
        meta.ceiling = cut.ceiling;
        meta.horizon = cut.horizon;
        meta.digest = cut.digest;
        meta.lastTick = cut.lastTickOffset;
        meta.lastTickDigest = cut.lastTickDigest;
        meta.windowStart = cut.windowStart;
        meta.windowCount = Math.toIntExact(cut.windowCount);
        meta.counters = cut.counters;
        meta.holdsOpen = Math.toIntExact(cut.openHolds);
        meta.holdsResolved = Math.toIntExact(cut.resolvedCount);
        meta.resolvedStart = cut.resolvedStart;
        meta.rules = cut.rules.length == 0 ? null : RulesCodec.decode(cut.rules);
        return meta;
    }

    /** Fills {@code row} with an open hold's image and returns it. */
    public static OpenHold row(HoldImage hold, OpenHold row) {
        row.sequence = hold.createdSequence();
        row.createdAt = hold.createdAt();
        row.expiresAt = hold.expiresAt();
        row.bytes = hold.bytes();
        row.image = hold.start();
        row.imageLength = hold.length();
        row.id = hold.idOffset();
        row.idLength = hold.idLength();
        row.owner = hold.ownerOffset();
        row.ownerLength = hold.ownerLength();
        return row;
    }
}
