package dev.hotlane.protocol.cli;

import static dev.hotlane.protocol.cli.ReplyLineKind.BEAT;
import static dev.hotlane.protocol.cli.ReplyLineKind.GARBAGE;
import static dev.hotlane.protocol.cli.ReplyLineKind.HALTED;
import static dev.hotlane.protocol.cli.ReplyLineKind.REPLY;
import static dev.hotlane.protocol.cli.ReplyLineKind.UNKNOWN;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Writes a record of the reply topic as lines of JSON, one per reply or BEAT. Never throws on any bytes: a damaged
 * record ends with a line of kind GARBAGE. Belongs to one thread.
 */
public final class ReplyJson {
    private final ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
    private final JsonLine out = new JsonLine();

    /** The lines of a record of the topic; {@code timestamp} in epoch milliseconds. */
    public List<String> lines(int partition, long offset, long timestamp, byte[] value) {
        return lines(partition, offset, timestamp, value, EnumSet.allOf(ReplyLineKind.class));
    }

    /** The lines of a record that have one of these kinds. */
    public List<String> lines(int partition, long offset, long timestamp, byte[] value, Set<ReplyLineKind> kinds) {
        return lines(
                value,
                kinds,
                () -> out.begin()
                        .put("partition", partition)
                        .put("offset", offset)
                        .putTime(timestamp));
    }

    /** The lines of a record value without partition, offset and timestamp. */
    public List<String> valueLines(byte[] value) {
        return lines(value, EnumSet.allOf(ReplyLineKind.class), out::begin);
    }

    private List<String> lines(byte[] value, Set<ReplyLineKind> kinds, Runnable beginning) {
        List<String> lines = new ArrayList<>();
        Shown shown = new Shown(kinds, beginning, lines);
        boolean intact = unpacker.unpack(value, shown);
        if (!intact) {
            shown.line(GARBAGE, () -> Garbage.describe(out, null, value));
        } else if (shown.messages == 0) {
            shown.line(
                    UNKNOWN,
                    () -> out.put("kind", UNKNOWN.name())
                            .put("why", "nothing but messages of a later version")
                            .put("bytes", value.length));
        }
        return lines;
    }

    /** Collects the messages of one record as lines, of the selected kinds only. */
    private final class Shown implements ReplyRecord.Receiver {
        private final Set<ReplyLineKind> kinds;
        private final Runnable beginning;
        private final List<String> lines;
        private int messages;

        Shown(Set<ReplyLineKind> kinds, Runnable beginning, List<String> lines) {
            this.kinds = kinds;
            this.beginning = beginning;
            this.lines = lines;
        }

        @Override
        public void onReply(ReplyDecoder reply) {
            messages++;
            line(REPLY, () -> reply(reply));
        }

        @Override
        public void onBeat(Beat beat) {
            messages++;
            line(BEAT, () -> beat(beat));
        }

        @Override
        public void onHalted(long leaderHi, long leaderLo, long offset) {
            messages++;
            line(
                    HALTED,
                    () -> out.put("kind", HALTED.name())
                            .putHex("leader", leaderHi, leaderLo)
                            .put("haltedAt", offset));
        }

        void line(ReplyLineKind kind, Runnable content) {
            if (kinds.contains(kind)) {
                beginning.run();
                content.run();
                lines.add(out.end());
            }
        }
    }

    private void reply(ReplyDecoder reply) {
        out.put("kind", REPLY.name()).put("sequence", reply.sequence()).put("logTime", reply.time());
        Verdict verdict = Verdict.of(reply.verdict());
        if (verdict == null) {
            out.put("verdict", reply.verdict());
        } else {
            out.put("verdict", verdict.name());
        }
        if (reply.flags().replayed()) {
            out.put("replayed", true);
            out.put("originSequence", reply.originSequence()).put("originTime", reply.originTime());
        }
        if (reply.flags().stored()) {
            out.put("stored", true);
        }
        if (reply.flags().copied()) {
            out.put("copied", true);
        }
        groups(reply);
        holds(reply);
        byte[] cursor = new byte[reply.cursorLength()];
        reply.getCursor(cursor, 0, cursor.length);
        text("cursor", cursor);
        out.putHex("gateway", reply.gatewayHi(), reply.gatewayLo()).put("request", reply.request());
        out.putHex("idHash", reply.idHash());
    }

    /** In the order of the message, because each SBE group advances the decoder. */
    private void groups(ReplyDecoder reply) {
        for (ReplyDecoder.ProblemDecoder problem : reply.problem()) {
            out.beginObject("problem");
            if (problem.failedOp() != ReplyWriter.NO_OP) {
                out.put("failedOp", problem.failedOp());
            }
            out.put("available", problem.available()).put("limit", problem.limit());
            out.put("retryAfterMs", problem.retryAfterMs())
                    .put("horizon", problem.horizon())
                    .endObject();
        }
        ReplyDecoder.ResultsDecoder results = reply.results();
        beginUnlessEmpty("results", results.count());
        for (ReplyDecoder.ResultsDecoder result : results) {
            out.beginElement().put("previous", result.previous()).put("value", result.value());
            out.put("version", result.version()).endObject();
        }
        endUnlessEmpty(results.count());
        ReplyDecoder.CountersDecoder counters = reply.counters();
        beginUnlessEmpty("counters", counters.count());
        for (ReplyDecoder.CountersDecoder counter : counters) {
            out.beginElement().put("value", counter.value()).put("held", counter.held());
            out.put("confirmed", counter.confirmed())
                    .put("version", counter.version())
                    .endObject();
        }
        endUnlessEmpty(counters.count());
    }

    private void holds(ReplyDecoder reply) {
        ReplyDecoder.HoldsDecoder holds = reply.holds();
        beginUnlessEmpty("holds", holds.count());
        for (ReplyDecoder.HoldsDecoder hold : holds) {
            out.beginElement().put("state", RecordJson.lower(hold.state()));
            out.put("createdSequence", hold.createdSequence()).put("createdAt", hold.createdAt());
            out.put("expiresAt", hold.expiresAt()).put("resolvedAt", hold.resolvedAt());
            out.beginArray("lines");
            for (ReplyDecoder.HoldsDecoder.LinesDecoder line : hold.lines()) {
                out.beginElement().put("quantity", line.quantity()).put("remaining", line.remaining());
                out.put("confirmed", line.confirmed());
                byte[] key = new byte[line.keyLength()];
                line.getKey(key, 0, key.length);
                out.putBytes("key", key, 0, key.length).endObject();
            }
            out.endArray();
            byte[] id = new byte[hold.idLength()];
            hold.getId(id, 0, id.length);
            text("id", id);
            byte[] owner = new byte[hold.ownerLength()];
            hold.getOwner(owner, 0, owner.length);
            text("owner", owner);
            out.endObject();
        }
        endUnlessEmpty(holds.count());
    }

    private void text(String name, byte[] bytes) {
        if (bytes.length > 0) {
            out.putBytes(name, bytes, 0, bytes.length);
        }
    }

    private void beginUnlessEmpty(String name, int count) {
        if (count > 0) {
            out.beginArray(name);
        }
    }

    private void endUnlessEmpty(int count) {
        if (count > 0) {
            out.endArray();
        }
    }

    private void beat(Beat beat) {
        out.put("kind", BEAT.name()).put("epoch", beat.epoch()).putHex("leader", beat.leaderHi(), beat.leaderLo());
        out.put("wallClock", beat.wallClock()).put("sequenceBase", beat.sequenceBase());
        out.put("applied", beat.applied()).put("flushed", beat.flushed()).put("logTime", beat.logTime());
        out.put("horizon", beat.horizon()).put("windowCount", beat.windowCount());
        out.put("windowSize", beat.windowSize()).put("windowAgeMs", beat.windowAgeMs());
        out.put("windowOldest", beat.windowOldest()).put("rulesVersion", beat.rulesVersion());
        out.put("formatVersion", beat.formatVersion()).put("opsMax", beat.opsMax());
        out.put("readKeysMax", beat.readKeysMax()).put("ttlMaxMs", beat.ttlMaxMs());
        out.put("holdsOpen", beat.holdsOpen()).put("holdsMax", beat.holdsMax());
        out.put("holdsResolved", beat.holdsResolved()).put("resolvedMax", beat.resolvedMax());
        out.put("holdRetentionMs", beat.holdRetentionMs());
        out.put("dirtyBytes", beat.dirtyBytes()).put("dirtyBytesMax", beat.dirtyBytesMax());
    }
}
