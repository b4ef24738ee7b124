package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.Identity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The content of the META block: the meta row, field by field in the order of docs/format.md. */
record MetaBlock(Identity identity, long fenceEpoch, Cut cut) {

    void write(ByteBuffer out) {
        out.putLong(fenceEpoch).putLong(cut.nextOffset).putLong(cut.sequenceBase);
        out.putLong(cut.stateEpoch).putLong(cut.leaderHigh).putLong(cut.leaderLow);
        out.putLong(cut.logTime).putLong(cut.ceiling).putLong(cut.horizon).putLong(cut.digest);
        out.putLong(cut.lastTickOffset).putLong(cut.lastTickDigest).putLong(cut.lastTickWallClock);
        out.putLong(cut.windowStart).putLong(cut.windowCount);
        out.putLong(cut.counters).putLong(cut.openHolds);
        out.putLong(cut.resolvedStart).putLong(cut.resolvedCount);
        out.putLong(cut.lastTimestamp).putInt(cut.lastLeaderEpoch).putInt(cut.lastCrc);
        out.putInt(cut.rulesVersion);
        text(out, cut.rules);
        text(out, identity.clusterId().getBytes(StandardCharsets.UTF_8));
        text(out, identity.topicId().getBytes(StandardCharsets.UTF_8));
    }

    static MetaBlock read(ByteBuffer in) {
        Cut cut = new Cut();
        long fenceEpoch = in.getLong();
        cut.nextOffset = in.getLong();
        cut.sequenceBase = in.getLong();
        cut.stateEpoch = in.getLong();
        cut.leaderHigh = in.getLong();
        cut.leaderLow = in.getLong();
        cut.logTime = in.getLong();
        cut.ceiling = in.getLong();
        cut.horizon = in.getLong();
        cut.digest = in.getLong();
        cut.lastTickOffset = in.getLong();
        cut.lastTickDigest = in.getLong();
        cut.lastTickWallClock = in.getLong();
        cut.windowStart = in.getLong();
        cut.windowCount = in.getLong();
        cut.counters = in.getLong();
        cut.openHolds = in.getLong();
        cut.resolvedStart = in.getLong();
        cut.resolvedCount = in.getLong();
        cut.lastTimestamp = in.getLong();
        cut.lastLeaderEpoch = in.getInt();
        cut.lastCrc = in.getInt();
        cut.rulesVersion = in.getInt();
        cut.rules = text(in);
        String clusterId = new String(text(in), StandardCharsets.UTF_8);
        return new MetaBlock(new Identity(clusterId, new String(text(in), StandardCharsets.UTF_8)), fenceEpoch, cut);
    }

    private static void text(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static byte[] text(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return bytes;
    }
}
