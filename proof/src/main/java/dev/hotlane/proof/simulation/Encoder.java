package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.RulesCodec;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes the product's records from the model's entries. */
final class Encoder {
    private static final byte[] NONE = {};

    /** One for each thread, as a writer has a large scratch area. */
    private static final ThreadLocal<RecordWriter> WRITER = ThreadLocal.withInitial(RecordWriter::new);

    private Encoder() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] record(LogEntry said, Routing routing) {
        RecordWriter writer = WRITER.get();
        if (said instanceof LogEntry.Command command) {
            return writer.command(sender(command.id()), id(command.id()), routing, command(command), NONE);
        } else if (said instanceof LogEntry.ReadCounters read) {
            return writer.readCounters(
                    routing, read.keys().stream().map(Encoder::bytes).toList());
        } else if (said instanceof LogEntry.ReadHold read) {
            return writer.sentBy(sender(read.id())).readHold(routing, id(read.id()), bytes(read.owner()));
        } else if (said instanceof LogEntry.ReadHolds read) {
            ReadView.Page page = new ReadView.Page(HoldState.NONE, read.limit(), bytes(read.owner()));
            byte[] stock = read.stock().isEmpty() ? null : bytes(read.stock());
            return writer.sentBy(Sender.of(read.tenant(), "")).readHolds(routing, page, stock, bytes(read.cursor()));
        } else if (said instanceof LogEntry.ReadCommand read) {
            return writer.sentBy(sender(read.id())).readById(routing, ReadKind.COMMAND, id(read.id()));
        }
        throw new IllegalArgumentException("no gateway says " + said);
    }

    /** The record key that the product makes of tenant and id. */
    static byte[] recordKey(String key) {
        return sender(key).recordKey(id(key));
    }

    private static Sender sender(String key) {
        return Sender.of(ModelIds.tenant(key), "p");
    }

    private static byte[] id(String key) {
        return bytes(ModelIds.id(key));
    }

    static byte[] skip(long offset) {
        return WRITER.get().skip(offset);
    }

    static byte[] lead(long epoch, LogEntry.Leader leader, long lastTick, boolean inMemory) {
        return WRITER.get().lead(epoch, leader.hi(), leader.lo(), lastTick, inMemory);
    }

    static byte[] resign(long epoch, LogEntry.Leader leader) {
        return WRITER.get().resign(epoch, leader.hi(), leader.lo());
    }

    static byte[] tick(Tick tick) {
        return WRITER.get().tick(tick);
    }

    static byte[] rules(Rules rules) {
        return WRITER.get().rules(rules);
    }

    /** Also makes RULES that the product's writer rejects. */
    static byte[] anyRules(Rules rules) {
        byte[] message = RulesCodec.encode(rules);
        byte[] value = new byte[Frame.HEADER_LENGTH + message.length];
        System.arraycopy(message, 0, value, Frame.HEADER_LENGTH, message.length);
        new Frame().seal(value, value.length, null);
        return value;
    }

    private static Command command(LogEntry.Command command) {
        if (command instanceof LogEntry.Transact transact) {
            List<Op> ops = transact.ops().stream().map(Encoder::op).toList();
            return new Command(
                    CommandKind.TRANSACT, transact.hold(), transact.ttl(), ops, NONE, bytes(transact.owner()));
        } else if (command instanceof LogEntry.OnHold on) {
            List<Op> lines = new ArrayList<>();
            on.parts()
                    .forEach(part ->
                            lines.add(new Op(OpKind.LINE, bytes(part.key())).arg(ArgName.QUANTITY, part.quantity())));
            CommandKind kind = switch (on.what()) {
                case CONFIRM -> CommandKind.CONFIRM;
                case CANCEL -> CommandKind.CANCEL;
                case EXTEND -> CommandKind.EXTEND;
            };
            return new Command(kind, false, on.ttl(), lines, bytes(on.target()), bytes(on.owner()));
        }
        byte[] target = bytes(((LogEntry.Abandon) command).target());
        return new Command(CommandKind.ABANDON, false, 0, List.of(), target, NONE);
    }

    private static Op op(ModelOp op) {
        Op made = new Op(OpKind.valueOf(op.kind().name()), bytes(op.key()));
        op.args().forEach((arg, number) -> made.arg(ArgName.valueOf(arg.name()), number));
        return made;
    }
}
