package dev.hotlane.processor.state;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandEncoder;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.ReadEncoder;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Well framed records that the real writer refuses: what a faulty gateway could put into the log. */
final class RawRecords {
    private static final byte[] NOTHING = {};

    private RawRecords() {}

    /** A transact; {@code id} may be null, the ops may be none, too many or of no shape. */
    static byte[] transact(byte[] id, Routing routing, List<Op> ops) {
        return transact(id, routing, Command.transact(ops));
    }

    /** As before, with a hold or without. */
    static byte[] transact(byte[] id, Routing routing, Command content) {
        List<Op> ops = content.ops();
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[64 * 1024]);
        CommandEncoder out = new CommandEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, new MessageHeaderEncoder())
                .gatewayHi(routing.gatewayHi())
                .gatewayLo(routing.gatewayLo())
                .request(routing.request())
                .replyPartition(routing.replyPartition())
                .kind(CommandKind.TRANSACT)
                .hold((short) (content.hold() ? 1 : 0))
                .ttlMs(content.ttlMs());
        CommandEncoder.OpsEncoder group = out.opsCount(ops.size());
        for (Op op : ops) {
            group.next().kind(op.kind());
            group.flags()
                    .clear()
                    .clamp((op.flags() & Op.CLAMP) != 0)
                    .noMin((op.flags() & Op.NO_MIN) != 0)
                    .ifAbsent((op.flags() & Op.IF_ABSENT) != 0)
                    .onHand((op.flags() & Op.ON_HAND) != 0);
            CommandEncoder.OpsEncoder.ArgsEncoder args = group.argsCount(Integer.bitCount(op.present()));
            for (ArgName name : ArgName.values()) {
                if (name != ArgName.NULL_VAL && (op.present() & 1 << name.value()) != 0) {
                    args.next().name(name).value(op.arg(name.value()));
                }
            }
            group.putKey(op.key(), 0, op.key().length);
        }
        out.putTarget(NOTHING, 0, 0)
                .putOwner(content.owner(), 0, content.owner().length)
                .putPrincipal(NOTHING, 0, 0)
                .putTraceparent(NOTHING, 0, 0);
        return sealed(buffer, out.limit(), id);
    }

    /** A READ of any number of keys, or by an id that is none. */
    static byte[] read(Routing routing, ReadKind kind, List<byte[]> keys, byte[] target) {
        return read(routing, kind, keys, target, NOTHING, Sender.NONE);
    }

    /** The same of an owner, by a sender. */
    static byte[] read(Routing routing, ReadKind kind, List<byte[]> keys, byte[] target, byte[] owner, Sender sender) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[512 * 1024]);
        ReadEncoder out = new ReadEncoder()
                .wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, new MessageHeaderEncoder())
                .gatewayHi(routing.gatewayHi())
                .gatewayLo(routing.gatewayLo())
                .request(routing.request())
                .replyPartition(routing.replyPartition())
                .kind(kind);
        ReadEncoder.KeysEncoder group = out.keysCount(keys.size());
        keys.forEach(key -> group.next().putKey(key, 0, key.length));
        out.state(HoldState.NONE).most((short) 0);
        out.putTarget(target, 0, target.length)
                .putOwner(owner, 0, owner.length)
                .putTenant(sender.tenant(), 0, sender.tenant().length)
                .putPrincipal(sender.principal(), 0, sender.principal().length)
                .putTraceparent(NOTHING, 0, 0);
        return sealed(buffer, out.limit(), null);
    }

    private static byte[] sealed(UnsafeBuffer buffer, int length, byte[] key) {
        byte[] value = Arrays.copyOf(buffer.byteArray(), length);
        new Frame().seal(value, length, key);
        return value;
    }
}
