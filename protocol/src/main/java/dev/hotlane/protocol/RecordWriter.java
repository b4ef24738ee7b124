package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandEncoder;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.LeadEncoder;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadEncoder;
import dev.hotlane.protocol.sbe.ReadKind;
import dev.hotlane.protocol.sbe.ResignEncoder;
import dev.hotlane.protocol.sbe.SkipEncoder;
import dev.hotlane.protocol.sbe.TickEncoder;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes records of the command topic: each call returns a new record value, sealed with its record key. Belongs to
 * one thread. Throws IllegalArgumentException for content that {@link RecordView} would reject.
 */
public final class RecordWriter {
    private static final byte[] NO_KEY = {};
    private static final byte[] EMPTY = {};
    private static final int PARTITION_MAX = 65_535;
    private static final ArgName[] NAMES = ArgName.values();

    /** Bytes that suffice for any record: 1,000 keys of 200 bytes, or 64 ops, and the fixed parts. */
    private static final int LENGTH_MAX = 256 * 1024;

    private final byte[] scratch = new byte[LENGTH_MAX];
    private final UnsafeBuffer buffer = new UnsafeBuffer(scratch);
    private final Frame frame = new Frame();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final CommandEncoder command = new CommandEncoder();
    private final ReadEncoder read = new ReadEncoder();
    private byte[] readTrace = EMPTY;
    private Sender readSender = Sender.NONE;

    /** A COMMAND of {@link Sender#NONE}; the record key must be {@code id}. {@code traceparent} may be empty. */
    public byte[] command(byte[] id, Routing routing, Command content, byte[] traceparent) {
        return command(Sender.NONE, id, routing, content, traceparent);
    }

    /** A COMMAND; the record key must be {@code sender.recordKey(id)}. {@code traceparent} may be empty. */
    public byte[] command(Sender sender, byte[] id, Routing routing, Command content, byte[] traceparent) {
        refuseUnlessReadable(id, routing, content, traceparent);
        command.wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .gatewayHi(routing.gatewayHi())
                .gatewayLo(routing.gatewayLo())
                .request(routing.request())
                .replyPartition(routing.replyPartition())
                .kind(content.kind())
                .hold((short) (content.hold() ? 1 : 0))
                .ttlMs(content.ttlMs());
        CommandEncoder.OpsEncoder ops = command.opsCount(content.ops().size());
        for (Op op : content.ops()) {
            write(ops.next(), op);
        }
        command.putTarget(content.target(), 0, content.target().length)
                .putOwner(content.owner(), 0, content.owner().length)
                .putPrincipal(sender.principal(), 0, sender.principal().length)
                .putTraceparent(traceparent, 0, traceparent.length);
        return sealed(command.limit(), sender.recordKey(id));
    }

    private static void refuseUnlessReadable(byte[] id, Routing routing, Command content, byte[] traceparent) {
        refuseUnless(CommandId.isId(id, 0, id.length), "an id has 1..64 visible ASCII characters", id.length);
        refuseBadRouting(routing);
        int lines = 0;
        for (Op op : content.ops()) {
            refuseUnless(op.fits(), "flags, arguments or key that this kind of op can't have", op.kind());
            lines += op.kind() == OpKind.LINE ? 1 : 0;
            refuseUnless(
                    !content.hold() || OpTable.fitsHold(op.kind().value(), op.flags(), op.arg(ArgName.DELTA.value())),
                    "a hold has adds of something but no clamp, checks and takes",
                    op.kind());
        }
        int kind = content.kind().value();
        int target = content.target().length;
        refuseUnless(
                content.kind() != CommandKind.NULL_VAL
                        && CommandShape.fits(
                                kind,
                                content.hold(),
                                content.ttlMs(),
                                content.ops().size(),
                                lines)
                        && CommandShape.namesFit(
                                kind, content.hold(), target, content.owner().length, traceparent.length)
                        && (target == 0 || CommandId.isId(content.target(), 0, target)),
                "ops, TTL, target, owner or trace context that this kind of command can't have",
                content.kind());
    }

    private static void refuseBadRouting(Routing routing) {
        int partition = routing.replyPartition();
        refuseUnless(partition >= 0 && partition <= PARTITION_MAX, "a reply partition is 0..65535", partition);
    }

    private static void refuseUnless(boolean readable, String expected, Object found) {
        if (!readable) {
            throw new IllegalArgumentException("not encodable: " + expected + ", found " + found);
        }
    }

    private static void write(CommandEncoder.OpsEncoder out, Op op) {
        out.kind(op.kind());
        out.flags()
                .clear()
                .clamp((op.flags() & Op.CLAMP) != 0)
                .noMin((op.flags() & Op.NO_MIN) != 0)
                .ifAbsent((op.flags() & Op.IF_ABSENT) != 0)
                .onHand((op.flags() & Op.ON_HAND) != 0);
        CommandEncoder.OpsEncoder.ArgsEncoder args = out.argsCount(Integer.bitCount(op.present()));
        for (ArgName name : NAMES) {
            if (name != ArgName.NULL_VAL && (op.present() & 1 << name.value()) != 0) {
                args.next().name(name).value(op.arg(name.value()));
            }
        }
        out.putKey(op.key(), 0, op.key().length);
    }

    /** Sets the W3C trace context, which may be empty, of the next READ only. */
    public RecordWriter traced(byte[] traceparent) {
        int most = CommandShape.TRACEPARENT_LENGTH_MAX;
        refuseUnless(traceparent.length <= most, "a traceparent has at most " + most + " bytes", traceparent.length);
        readTrace = traceparent;
        return this;
    }

    /** Sets the sender of the next READ only; {@link Sender#NONE} is the default. */
    public RecordWriter sentBy(Sender sender) {
        readSender = sender;
        return this;
    }

    /** A READ of 0 to 1,000 counters; with 0 keys its reply has only the lane's position. */
    public byte[] readCounters(Routing routing, List<byte[]> keys) {
        refuseUnless(keys.size() <= ReadView.KEYS_MAX, "a read has at most 1,000 keys", keys.size());
        for (byte[] key : keys) {
            refuseUnless(key.length >= 1 && key.length <= Op.KEY_LENGTH_MAX, "a key has 1..200 bytes", key.length);
        }
        return read(routing, ReadKind.COUNTERS, keys, EMPTY, ReadView.Page.NONE);
    }

    /** A READ of a hold by its id; {@code owner} is the owner that it must have, or empty for any. */
    public byte[] readHold(Routing routing, byte[] id, byte[] owner) {
        refuseBadOwner(owner);
        refuseUnless(CommandId.isId(id, 0, id.length), "an id has 1..64 visible ASCII characters", id.length);
        return read(routing, ReadKind.HOLD, List.of(), id, new ReadView.Page(HoldState.NONE, 0, owner));
    }

    private static void refuseBadOwner(byte[] owner) {
        boolean fits = owner.length <= CommandShape.OWNER_LENGTH_MAX;
        refuseUnless(fits, "an owner has at most 200 bytes", owner.length);
    }

    /** A READ of a hold or of a stored command by its id. */
    public byte[] readById(Routing routing, ReadKind kind, byte[] id) {
        refuseUnless(kind == ReadKind.HOLD || kind == ReadKind.COMMAND, "a hold or a command is read by id", kind);
        refuseUnless(CommandId.isId(id, 0, id.length), "an id has 1..64 visible ASCII characters", id.length);
        return read(routing, kind, List.of(), id, ReadView.Page.NONE);
    }

    /**
     * A READ of a page of holds, newest first.
     *
     * @param key only holds of this stock key (1..200 bytes), or null for all
     * @param after id of the last hold of the previous page, or empty for the first page
     */
    public byte[] readHolds(Routing routing, ReadView.Page page, byte[] key, byte[] after) {
        refuseUnless(page.limit() >= 1 && page.limit() <= ReadView.PAGE_MAX, "a page has 1..100 holds", page.limit());
        refuseBadOwner(page.owner());
        refuseUnless(
                key == null || key.length >= 1 && key.length <= Op.KEY_LENGTH_MAX, "a key has 1..200 bytes", "another");
        boolean cursor = after.length == 0 || CommandId.isId(after, 0, after.length);
        refuseUnless(cursor, "an id has 1..64 visible ASCII characters", after.length);
        return read(routing, ReadKind.HOLDS, key == null ? List.of() : List.of(key), after, page);
    }

    private byte[] read(Routing routing, ReadKind kind, List<byte[]> keys, byte[] target, ReadView.Page page) {
        refuseBadRouting(routing);
        read.wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .gatewayHi(routing.gatewayHi())
                .gatewayLo(routing.gatewayLo())
                .request(routing.request())
                .replyPartition(routing.replyPartition())
                .kind(kind)
                .state(page.state())
                .most((short) page.limit());
        ReadEncoder.KeysEncoder out = read.keysCount(keys.size());
        for (byte[] key : keys) {
            out.next().putKey(key, 0, key.length);
        }
        read.putTarget(target, 0, target.length)
                .putOwner(page.owner(), 0, page.owner().length)
                .putTenant(readSender.tenant(), 0, readSender.tenant().length)
                .putPrincipal(readSender.principal(), 0, readSender.principal().length)
                .putTraceparent(readTrace, 0, readTrace.length);
        readTrace = EMPTY;
        readSender = Sender.NONE;
        return sealed(read.limit(), NO_KEY);
    }

    /** A TICK with the fields of {@link Tick}. */
    public byte[] tick(Tick tick) {
        TickEncoder out = new TickEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .epoch(tick.epoch())
                .leaderHi(tick.leaderHi())
                .leaderLo(tick.leaderLo())
                .wallClock(tick.wallClock())
                .previousTick(tick.previousTick())
                .previousDigest(tick.previousDigest())
                .applied(tick.applied())
                .replied(tick.replied())
                .flushed(tick.flushed());
        return sealed(out.limit(), NO_KEY);
    }

    /** A LEAD of a process that sends every reply to the reply topic; see the other method of this name. */
    public byte[] lead(long epoch, long leaderHi, long leaderLo, long lastTick) {
        return lead(epoch, leaderHi, leaderLo, lastTick, false);
    }

    /**
     * A LEAD: this incarnation claims {@code epoch} after the TICK at offset {@code lastTick} (-1: none).
     *
     * @param inMemory whether its process answers a gateway of its own in memory
     */
    public byte[] lead(long epoch, long leaderHi, long leaderLo, long lastTick, boolean inMemory) {
        LeadEncoder out = new LeadEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .epoch(epoch)
                .leaderHi(leaderHi)
                .leaderLo(leaderLo)
                .lastTick(lastTick)
                .inMemory((short) (inMemory ? 1 : 0));
        return sealed(out.limit(), NO_KEY);
    }

    /** A RESIGN of the leader of {@code epoch}. */
    public byte[] resign(long epoch, long leaderHi, long leaderLo) {
        ResignEncoder out = new ResignEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .epoch(epoch)
                .leaderHi(leaderHi)
                .leaderLo(leaderLo);
        return sealed(out.limit(), NO_KEY);
    }

    /** RULES; throws IllegalArgumentException unless {@link Rules#fault} is null. */
    public byte[] rules(Rules rules) {
        if (rules.fault() != null) {
            throw new IllegalArgumentException(rules.fault());
        }
        int length = RulesCodec.write(buffer, Frame.HEADER_LENGTH, rules);
        return sealed(Frame.HEADER_LENGTH + length, NO_KEY);
    }

    /** A SKIP of the record at an offset. */
    public byte[] skip(long offset) {
        SkipEncoder out = new SkipEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header)
                .skippedOffset(offset);
        return sealed(out.limit(), NO_KEY);
    }

    private byte[] sealed(int length, byte[] key) {
        byte[] value = Arrays.copyOf(scratch, length);
        frame.seal(value, length, key);
        return value;
    }
}
