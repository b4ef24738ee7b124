package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.ReadKind;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;
import java.util.Arrays;
import java.util.Locale;

/**
 * Writes a record of the command topic as one line of JSON. Never throws on any bytes: bytes that are no record of ours
 * become a line of kind GARBAGE with the reason. Belongs to one thread.
 */
public final class RecordJson {
    private static final byte[] STAND_IN_KEY = {'?'};

    private final RecordView view = new RecordView();
    private final Frame frame = new Frame();
    private final JsonLine out = new JsonLine();

    /** The line of a record of the topic; {@code timestamp} in epoch milliseconds; key and value may be null. */
    public String line(long offset, long timestamp, byte[] key, byte[] value) {
        out.begin().put("offset", offset).putTime(timestamp);
        describe(view.wrap(key, value), key, value);
        return out.end();
    }

    /**
     * The line of a record value without its key. A COMMAND's checksum covers the key, so the line has {@code
     * "checksum":"not checked"}.
     */
    public String valueLine(byte[] value) {
        out.begin();
        RecordKind kind = view.wrap(null, value);
        if (kind != RecordKind.GARBAGE && kind != RecordKind.COMMAND) {
            describe(kind, null, value);
            return out.put("checksum", "ok").end();
        }
        if (value != null && value.length >= Frame.HEADER_LENGTH) {
            byte[] sealedAnew = value.clone();
            frame.seal(sealedAnew, value.length, STAND_IN_KEY);
            boolean oursButForTheKey = Arrays.equals(value, 0, 4, sealedAnew, 0, 4);
            if (oursButForTheKey && view.wrap(STAND_IN_KEY, sealedAnew) == RecordKind.COMMAND) {
                describe(RecordKind.COMMAND, null, value);
                return out.put("checksum", "not checked").end();
            }
        }
        Garbage.describe(out, null, value);
        return out.end();
    }

    private void describe(RecordKind kind, byte[] key, byte[] value) {
        if (kind == RecordKind.GARBAGE) {
            Garbage.describe(out, key, value);
            return;
        }
        out.put("kind", kind.name());
        if (key != null) {
            key(kind == RecordKind.COMMAND ? view.command().id().tenantLength() : 0, key);
        }
        switch (kind) {
            case COMMAND -> command(view.command());
            case READ -> read(view.read());
            case TICK -> tick(view.tick());
            case LEAD -> lead(view.lead());
            case RESIGN -> resign(view.resign());
            case RULES -> rules(view.rules());
            case SKIP -> out.put("skippedOffset", view.skippedOffset());
            default -> throw new IllegalStateException("no such kind: " + kind);
        }
    }

    /** The id in a record key, after the tenant if there is one. */
    private void key(int tenantLength, byte[] key) {
        int from = tenantLength == 0 ? 0 : view.command().id().idOffset();
        out.putBytes("id", key, from, key.length - from);
        if (tenantLength > 0) {
            out.putBytes("tenant", key, 0, tenantLength);
        }
    }

    private void text(String name, byte[] bytes) {
        if (bytes.length > 0) {
            out.putBytes(name, bytes, 0, bytes.length);
        }
    }

    private void command(CommandView command) {
        if (command.kind() >= CommandKind.TRANSACT.value() && command.kind() <= CommandKind.ABANDON.value()) {
            out.put("command", lower(CommandKind.get((short) command.kind())));
        } else {
            out.put("command", command.kind());
        }
        if (command.fault() == Verdict.OK) {
            content(command);
        } else {
            out.put("fault", command.fault().name());
            out.put("bytes", command.bytes().length).put("hex", Garbage.hex(command.bytes()));
        }
        out.put("format", command.formatVersion());
        routing(command.gatewayHi(), command.gatewayLo(), command.request(), command.replyPartition());
        text("principal", command.principal());
        text("traceparent", command.traceparent());
    }

    private void content(CommandView command) {
        byte[] bytes = command.bytes();
        if (command.targetLength() > 0) {
            out.putBytes("target", bytes, command.targetOffset(), command.targetLength());
        }
        if (command.opCount() > 0) {
            OpJson.ops(out, command);
        }
        if (command.hold()) {
            out.put("hold", true);
        }
        if (command.ttlMs() > 0) {
            out.put("ttlMs", command.ttlMs());
        }
        if (command.ownerLength() > 0) {
            out.putBytes("owner", bytes, command.ownerOffset(), command.ownerLength());
        }
    }

    private void read(ReadView read) {
        if (read.fault() == Verdict.OK) {
            out.put("read", lower(ReadKind.get((short) read.kind())));
            content(read);
        } else {
            out.put("fault", read.fault().name());
            out.put("bytes", read.bytes().length).put("hex", Garbage.hex(read.bytes()));
        }
        routing(read.gatewayHi(), read.gatewayLo(), read.request(), read.replyPartition());
        text("tenant", read.tenantText());
        text("principal", read.principal());
        text("traceparent", read.traceparent());
    }

    private void content(ReadView read) {
        boolean page = read.kind() == ReadKind.HOLDS.value();
        if (read.kind() == ReadKind.COUNTERS.value() || page && read.keyCount() > 0) {
            out.beginArray("keys");
            for (int i = 0; i < read.keyCount(); i++) {
                out.element(read.bytes(), read.keyOffset(i), read.keyLength(i));
            }
            out.endArray();
        }
        if (read.targetLength() > 0) {
            out.putBytes(page ? "after" : "target", read.bytes(), read.targetOffset(), read.targetLength());
        }
        if (read.ownerLength() > 0) {
            out.putBytes("owner", read.bytes(), read.ownerOffset(), read.ownerLength());
        }
        if (!page) {
            return;
        }
        if (read.state() > 0) {
            out.put("state", lower(HoldState.get((short) read.state())));
        }
        out.put("limit", read.limit());
    }

    private void routing(long gatewayHi, long gatewayLo, long request, int replyPartition) {
        out.putHex("gateway", gatewayHi, gatewayLo).put("request", request).put("replyPartition", replyPartition);
    }

    private void tick(TickDecoder tick) {
        out.put("epoch", tick.epoch()).putHex("leader", tick.leaderHi(), tick.leaderLo());
        out.put("wallClock", tick.wallClock()).put("previousTick", tick.previousTick());
        out.putHex("previousDigest", tick.previousDigest()).put("applied", tick.applied());
        out.put("replied", tick.replied()).put("flushed", tick.flushed());
    }

    private void lead(LeadDecoder lead) {
        out.put("epoch", lead.epoch()).putHex("leader", lead.leaderHi(), lead.leaderLo());
        out.put("lastTick", lead.lastTick()).put("inMemory", lead.inMemory() != 0);
    }

    private void resign(ResignDecoder resign) {
        out.put("epoch", resign.epoch()).putHex("leader", resign.leaderHi(), resign.leaderLo());
    }

    private void rules(Rules rules) {
        out.put("rulesVersion", rules.rulesVersion()).put("formatVersion", rules.formatVersion());
        out.put("opsMax", rules.opsMax()).put("readKeysMax", rules.readKeysMax());
        out.put("windowSize", rules.windowSize()).put("windowAgeMs", rules.windowAgeMs());
        out.put("tickSlackMs", rules.tickSlackMs()).put("idFutureMs", rules.idFutureMs());
        out.put("ttlMaxMs", rules.ttlMaxMs()).put("holdRetentionMs", rules.holdRetentionMs());
        out.put("expiriesPerRecord", rules.expiriesPerRecord()).put("countersMax", rules.countersMax());
        out.put("holdsMax", rules.holdsMax()).put("resolvedMax", rules.resolvedMax());
        out.put("stateBytesMax", rules.stateBytesMax()).put("windowBytesMax", rules.windowBytesMax());
        out.put("tenantHoldsMax", rules.tenantHoldsMax());
        out.putHex("hashSeed", rules.hashSeed());
        if (rules.fault() != null) {
            out.put("fault", rules.fault());
        }
    }

    static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
