package dev.hotlane.processor.state;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * A record in the words of the reference model, before it is encoded.
 *
 * @param digest that a TICK names
 * @param damagedBit the bit of its bytes that is turned over, so that its checksum is wrong; negative for none
 */
record Input(LogEntry said, long digest, int damagedBit) {
    private static final byte[] NONE = {};

    static Input of(LogEntry said) {
        return new Input(said, 0, -1);
    }

    /** The next record of the model; null if it gets no answer. */
    ModelAnswer applyTo(LaneModel model, Set<Long> skipped, long appendTime) {
        long offset = model.next();
        if (skipped.contains(offset)) {
            model.stepOver(offset, id(), appendTime);
            return null;
        }
        return model.apply(offset, damagedBit < 0 ? said : new LogEntry.Garbage(), appendTime);
    }

    private String id() {
        return damagedBit < 0 && said instanceof LogEntry.Command command ? command.id() : null;
    }

    byte[] key() {
        return id() == null ? null : utf8(id());
    }

    /** The record value; its key is {@link #key}. */
    byte[] encode(RecordWriter writer, Routing routing) {
        byte[] value = whole(writer, routing);
        if (damagedBit >= 0) {
            int at = damagedBit % (value.length * 8);
            value[at / 8] ^= (byte) (1 << at % 8);
            // Byte 3 is reserved: turned over it may be no damage.
            value[0] ^= at / 8 == 3 ? (byte) 1 : 0;
        }
        return value;
    }

    private byte[] whole(RecordWriter writer, Routing routing) {
        if (said instanceof LogEntry.Command command) {
            Command content = content(command);
            try {
                return writer.command(sender(command.id()), id(command.id()), routing, content, NONE);
            } catch (IllegalArgumentException e) {
                return RawRecords.transact(utf8(command.id()), routing, content);
            }
        } else if (said instanceof LogEntry.ReadCounters read) {
            return writer.readCounters(
                    routing, read.keys().stream().map(Input::utf8).toList());
        } else if (said instanceof LogEntry.ReadCommand read) {
            return RawRecords.read(routing, ReadKind.COMMAND, List.of(), id(read.id()), NONE, sender(read.id()));
        } else if (said instanceof LogEntry.ReadHold read) {
            byte[] owner = utf8(read.owner());
            return RawRecords.read(routing, ReadKind.HOLD, List.of(), id(read.id()), owner, sender(read.id()));
        } else if (said instanceof LogEntry.ReadHolds read) {
            HoldState state = read.state() == null
                    ? HoldState.NONE
                    : HoldState.valueOf(read.state().name());
            byte[] asked = read.stock().isEmpty() ? null : utf8(read.stock());
            ReadView.Page page = new ReadView.Page(state, read.limit(), utf8(read.owner()));
            return writer.sentBy(Sender.of(read.tenant(), "")).readHolds(routing, page, asked, utf8(read.cursor()));
        } else if (said instanceof LogEntry.Numbers numbers) {
            return writer.rules(rules(numbers).build());
        } else if (said instanceof LogEntry.Skip skip) {
            return writer.skip(skip.target());
        }
        return leadership(writer);
    }

    private byte[] leadership(RecordWriter writer) {
        if (said instanceof LogEntry.Tick tick) {
            LogEntry.Leader leader = tick.leader();
            return writer.tick(new Tick(
                    tick.epoch(), leader.hi(), leader.lo(), tick.wallClock(), tick.previous(), digest, 0, 0, 0));
        } else if (said instanceof LogEntry.Lead lead) {
            return writer.lead(lead.epoch(), lead.leader().hi(), lead.leader().lo(), lead.lastTick());
        } else if (said instanceof LogEntry.Resign resign) {
            return writer.resign(
                    resign.epoch(), resign.leader().hi(), resign.leader().lo());
        }
        throw new IllegalArgumentException("no such record: " + said);
    }

    private static Sender sender(String key) {
        return Sender.of(ModelIds.tenant(key), "");
    }

    private static byte[] id(String key) {
        return utf8(ModelIds.id(key));
    }

    private static Command content(LogEntry.Command command) {
        if (command instanceof LogEntry.Transact transact) {
            List<Op> ops = transact.ops().stream().map(Input::op).toList();
            return new Command(
                    CommandKind.TRANSACT, transact.hold(), transact.ttl(), ops, NONE, utf8(transact.owner()));
        } else if (command instanceof LogEntry.OnHold on) {
            List<Op> lines = on.parts().stream()
                    .map(part -> Content.line(part.key(), part.quantity()))
                    .toList();
            CommandKind kind = CommandKind.valueOf(on.what().name());
            return new Command(kind, false, on.ttl(), lines, utf8(on.target()), utf8(on.owner()));
        }
        return Content.abandon(((LogEntry.Abandon) command).target());
    }

    private static Op op(ModelOp op) {
        Op built = new Op(OpKind.valueOf(op.kind().name()), utf8(op.key()));
        op.args().forEach((name, value) -> built.arg(ArgName.valueOf(name.name()), value));
        for (OpRules.Flag flag : op.flags()) {
            built.flags(
                    switch (flag) {
                        case CLAMP -> Op.CLAMP;
                        case NO_MIN -> Op.NO_MIN;
                        case IF_ABSENT -> Op.IF_ABSENT;
                        case ON_HAND -> Op.ON_HAND;
                    });
        }
        return built;
    }

    private static RulesDraft rules(LogEntry.Numbers numbers) {
        RulesDraft draft = new RulesDraft();
        draft.version = (int) numbers.version();
        draft.opsMax = (int) numbers.opsMax();
        draft.readKeysMax = (int) numbers.readKeysMax();
        draft.windowSize = (int) numbers.windowSize();
        draft.windowAgeMs = numbers.windowAge();
        draft.slackMs = numbers.slack();
        draft.idFutureMs = numbers.idFuture();
        draft.ttlMaxMs = numbers.ttlMax();
        draft.holdRetentionMs = numbers.retention();
        draft.expiriesPerRecord = (int) numbers.expiriesPerRecord();
        draft.countersMax = numbers.countersMax();
        draft.holdsMax = (int) numbers.holdsMax();
        draft.resolvedMax = (int) numbers.resolvedMax();
        draft.stateBytesMax = numbers.stateBytesMax();
        draft.windowBytesMax = numbers.windowBytesMax();
        draft.tenantHoldsMax = (int) numbers.tenantHoldsMax();
        draft.seed = Long.parseLong(numbers.seed());
        return draft;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
