package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Encodes anew what a view shows: equal bytes mean that nothing was lost and that there is but one form. */
final class Rebuild {
    private final RecordWriter writer = new RecordWriter();

    byte[] command(byte[] recordKey, CommandView view) {
        List<Op> ops = new ArrayList<>();
        for (int i = 0; i < view.opCount(); i++) {
            ops.add(op(view, i));
        }
        byte[] target = range(view.bytes(), view.targetOffset(), view.targetLength());
        byte[] owner = range(view.bytes(), view.ownerOffset(), view.ownerLength());
        CommandKind kind = CommandKind.get((short) view.kind());
        Command content = new Command(kind, view.hold(), view.ttlMs(), ops, target, owner);
        Routing routing = new Routing(view.gatewayHi(), view.gatewayLo(), view.request(), view.replyPartition());
        byte[] tenant = range(recordKey, 0, view.id().tenantLength());
        byte[] id = range(
                recordKey, view.id().idOffset(), recordKey.length - view.id().idOffset());
        return writer.command(new Sender(tenant, view.principal()), id, routing, content, view.traceparent());
    }

    byte[] read(ReadView view) {
        Routing routing = new Routing(view.gatewayHi(), view.gatewayLo(), view.request(), view.replyPartition());
        writer.sentBy(new Sender(view.tenantText(), view.principal())).traced(view.traceparent());
        byte[] owner = range(view.bytes(), view.ownerOffset(), view.ownerLength());
        if (view.kind() == ReadKind.HOLDS.value()) {
            HoldState state = HoldState.get((short) view.state());
            byte[] key = view.keyCount() == 0 ? null : range(view.bytes(), view.keyOffset(0), view.keyLength(0));
            return writer.readHolds(routing, new ReadView.Page(state, view.limit(), owner), key, view.target());
        }
        if (view.kind() == ReadKind.HOLD.value()) {
            return writer.readHold(routing, view.target(), owner);
        }
        if (view.kind() != ReadKind.COUNTERS.value()) {
            return writer.readById(routing, ReadKind.get((short) view.kind()), view.target());
        }
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < view.keyCount(); i++) {
            keys.add(range(view.bytes(), view.keyOffset(i), view.keyLength(i)));
        }
        return writer.readCounters(routing, keys);
    }

    private static Op op(CommandView view, int i) {
        Op op = new Op(OpKind.get((short) view.opKind(i)), range(view.bytes(), view.keyOffset(i), view.keyLength(i)));
        for (ArgName arg : ArgName.values()) {
            if (arg != ArgName.NULL_VAL && view.has(i, arg.value())) {
                op.arg(arg, view.arg(i, arg.value()));
            }
        }
        return op.flags(view.opFlags(i));
    }

    private static byte[] range(byte[] bytes, int from, int length) {
        return Arrays.copyOfRange(bytes, from, from + length);
    }
}
